import type { LanguageRules } from '../query/words.ts';

/**
 * Stop words of languages and the endings of their inflections. An index has those of its language, so that readers load no
 * others. Endings are those of nouns, adjectives and verbs, and of nouns for what verbs do, but not for who does it
 * (`Prüfer` is no form of `prüfen`). Rules of English are in `query/words.ts`.
 */
const LANGUAGES: Readonly<Record<string, readonly [stopWords: string, endings: string]>> = {
  ar: [
    'في من على الى عن مع هل هو هي هذا هذه ذلك ما ماذا متى لماذا كيف كيفية او و ثم ان انا انت كل بعد قبل عند عندما التي الذي لا لم لن قد بين حتى',
    'ات اته اتي اتك اتها ون ين ان تين ها هم نا ه ي يه ك كم',
  ],
  de: [
    'aber alle als am auch auf aus bei beim bin bis da damit das dass dein dem den denn der des die dies diese dieser dieses du durch ein eine einem einen einer eines er es für gibt hat ich ihr im ins ist kann kein keine man mein mit muss nach nicht noch nur ob oder ohne sein sich sie sind soll über um und uns vom von vor wann warum was welche welcher welches wenn wer werden wie wieso wir wird wo zu zum zur zwischen',
    'e en em er ern erung erungen es n s st t te ten tes ter est ung ungen eln elt lung lungen elung elungen ieren iere iert ierte ierten ierung ierungen isch ische ischen lich liche lichen nen in innen',
  ],
  es: [
    'al algo como con cual cuando de del desde donde el ella en entre es esta este esto está hay la las le lo los me mi muy más ni no nos o para pero por porque puedo que qué quién se ser si sin sobre son su sus también tu un una unas unos y ya cómo cuál cuándo dónde',
    'a o e as os es s ar er ir ado ada ados adas ido ida idos idas ando iendo ación aciones amiento amientos imiento imientos ante antes mente ible ibles able ables',
  ],
  fr: [
    'ai au aux avec c ce ces cet cette comment dans d de des donc du elle en entre est et être faire fait il ils j je l la le les leur lui m ma mais mes mon n ne nos notre nous on ou où par pas peut pour pourquoi qu quand que quel quelle quels quelles qui quoi s sa sans se ses si son sont sous sur t ta te tes ton tu un une vos votre vous y à',
    'e s es le les ne nes x er ez é ée és ées ent ant ante ants antes ation ations ement ements issement issements ir if ive ifs ives able ables ible ibles ment eux euse',
  ],
  it: [
    'a ad ai al alla alle anche che chi ci come con cosa da dai dal dalla dei del della delle di dove e ed gli ha ho i il in io la le lo ma mi ne nei nel nella non o per perché più può quale quando quanto se si sono su sul sulla tra un una uno è',
    'a e i o are ere ire ato ata ati ate uto uta uti ute ito ita iti ite ando endo azione azioni amento amenti imento imenti mente abile abili ibile ibili',
  ],
  nl: [
    'aan al als bij dan dat de der deze die dit door een en er geen haar heb heeft het hij hoe hun ik in is je kan maar me met mijn moet naar niet nog nu of om ook op over te tot uit van voor waar waarom wanneer wat we welke wel wie wij word wordt zijn zo zonder',
    'e en s er ers t d de den te ten ing ingen heid heden lijk lijke eren eert eerd erde ering eringen je jes',
  ],
  pl: [
    'a aby albo ale bez był być co czy dla do gdy gdzie i ich ile jak jaki jaka jakie jako jest już kiedy kto który która które lub ma mam na nad nie o od oraz po pod przed przez przy się są ta tak także ten to tu tym w we z za ze że żeby dlaczego',
    'a e i o u y ą ę ie ia iu ię ią ów om em ej ego emu ach ami ym ymi ych im imi ich ać eć ić yć ał ała ało ały ony ona one any ana ane anie ania aniu aniem enie enia eniu eniem owa owy owe owej owych ować ówka cja cji cję cje',
  ],
  pt: [
    'a ao aos as com como da das de dela do dos e ela ele em entre era essa esse esta este eu foi há isso isto já lhe mais mas me meu muito na nas no nos não o onde os ou para pela pelo por porque posso qual quando que quem se sem ser seu sobre sua são também te tem um uma uns é à',
    'a o e as os es s ar er ir ado ada ados adas ido ida idos idas ando endo indo ação ações ção ções amento amentos imento imentos ável áveis ível íveis mente al ais el éis il is',
  ],
  ru: [
    'а без бы в во вам вас ваш все где да для до его ее если есть еще же за и из или им их к как какая какие какой когда кто ли мне можно мой мы на над не нет но о об от по под почему при про с сам себя со так такое такой там то только ты у уже чего чем что чтобы эта эти это я',
    'а я о е ы и у ю ь й ов ев ей ой ый ий ая яя ое ее ые ие ую юю ом ем ам ям ах ях ами ями ого его ому ему ым им ых их ыми ими ия ию ии ием иям иях ть ти ал ала ало али ил ила ило или ать ять ить еть ует уют ает ают ит ят ен ена ено ены ан ана ано аны ание ания анию анием аний ение ения ению ением ений ка ки ку кой ок ке кам ками ках',
  ],
  tr: [
    've veya ile bir bu şu o da de için gibi ne neden nasıl nerede niçin hangi kim ki mi mı mu mü daha çok en ama ise her şey var yok olan olarak kadar sonra önce',
    'lar ler ları leri ların lerin larda lerde lara lere lardan lerden ı i u ü ın in un ün nın nin nun nün a e ya ye da de ta te dan den tan ten mak mek ma me ması mesi yı yi yu yü sı si su sü lı li lu lü',
  ],
  uk: [
    'а або без був бути в вам вас все де для до його її є за з зі і із й як яка яке який які коли ким ким кого краще ли лише мені можна мій ми на над не ні о об от по під при про та так там те ти тільки то у це цей ця чи чому що щоб я',
    'а я о е и і у ю ь й ї ів їв ей ой ий ій ая яя ого ього ому ьому им ім их іх ими іми ою ею ам ям ах ях ами ями ом ем ові еві ть ти ти ла ло ли ати яти ити іти ує ують ає ають ить ять ено ані ання анню анням ань ення енню енням ень ка ки ку кою ок ці кам ками ках',
  ],
};

/** The rules of the language of a locale (`pt-BR`: those of `pt`), if they are known. */
export function languageRules(language: string): LanguageRules | undefined {
  const rules = LANGUAGES[language.toLowerCase().split('-')[0] ?? ''];
  return rules && { stopWords: rules[0], endings: rules[1] };
}
