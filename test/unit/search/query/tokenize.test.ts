import { describe, expect, it } from 'vitest';
import { readWords, tokenize } from '../../../../src/search/query/tokenize.ts';
import { fold } from '../../../../src/search/query/words.ts';

describe('tokenize', () => {
  it.each([
    ['fs.readFile(path[, o])', 'fsreadfile fs read file readfile path o'],
    ['ERR_X_Y', 'errxy err'],
    ['POST /tenants/{id}', 'post tenantsid tenants id'],
    ['/tenants/:tenantId/users', 'tenantstenantidusers tenants tenant id tenantid users'],
    ['@scope/pkg', 'scopepkg scope pkg'],
    ['v1.2.3', 'v1.2.3 1.2.3'],
    ['10.0.0.1', '10.0.0.1'],
    ['2024-01-02', '2024-01-02 2024 01 02'],
    ['node_modules/.bin', 'nodemodulesbin node modules nodemodules bin'],
    ['nftGating', 'nftgating nft gating'],
    ['/v1/auth/login/nftGating', 'v1authloginnftgating v1 auth login nft gating nftgating'],
    ['std::vector', 'stdvector std vector'],
    ['HTMLElement', 'htmlelement html element'],
    ['npm-dist-tag', 'npmdisttag npm dist tag'],
    ['x-api-key', 'xapikey api key'],
    ['utf-8', 'utf8 utf'],
    ['https://example.com/docs?x=1', 'examplecomdocs example com examplecom docs x 1'],
    ['git+ssh://', 'gitssh git ssh'],
    ['git+ssh://host', 'gitsshhost git ssh gitssh host'],
    ['pkg@1.2.3', 'pkg1.2.3 pkg 1.2.3'],
    ['__proto__', 'proto'],
    ['key=value, "quoted"; [a|b]', 'key value quoted a b'],
    ['The end.', 'the end'],
    ['abc# d', 'abc d'],
    ['pkg@https://a.bc', 'pkg abc bc'],
    ['/a/{bc}/de', 'abcde bc de'],
    ['Doku\u00admentation', 'dokumentation'],
    ['read\u200bFile', 'readfile read file'],
    ['Wi\u2011Fi', 'wifi wi fi'],
    ['1\ufe0f\u20e3 First', '1 first'],
  ])('reads %s whole, then its parts', (text, words) => {
    expect(tokenize(text)).toEqual(words.split(' '));
  });

  it.each([
    ['back-end', 'backend back end'],
    ['back_end', 'backend back end'],
    ['backEnd', 'backend back end'],
    ['Back-End', 'backend back end'],
  ])('reads the spellings of a compound as the same words: %s', (text, words) => {
    expect(tokenize(text)).toEqual(words.split(' '));
  });

  it.each([
    ['--save-dev', '--save-dev save dev savedev'],
    ['-g', '-g'],
    ['npm install -g', 'npm install -g'],
    ['rm -rf', 'rm -rf rf'],
    ['.env', '.env env'],
    ['`.env`, (.env)', '.env env .env env'],
    ['.env.local', '.env.local env local envlocal'],
    ['~/.npmrc', '.npmrc npmrc'],
    ['~1.2.3', '~1.2.3 1.2.3'],
    ['^1.2', '^1.2 1.2'],
    ['pkg@^1.2', 'pkg ^1.2 1.2'],
    ['"-g", [-g]', '-g -g'],
    ['C++', 'c++'],
    ['C#', 'c#'],
    ['a-g ...spread ./src — e.g. 3 - 4', 'ag spread src eg 3 4'],
  ])('keeps marks at the start or end of a name: %s', (text, words) => {
    expect(tokenize(text)).toEqual(words.split(' '));
  });

  it.each([
    ['fs.readFile', ['fs', 'read', 'file']],
    ['back-end', ['back', 'end']],
    ['--save-dev', ['save', 'dev']],
    ['.env', ['env']],
    ['-g', ['-g']],
    ['C++', ['c++']],
    ['a-b', ['ab']],
    ['1-2', ['1-2']],
    ['日本語', ['日本', '本語']],
    ['word', ['word']],
  ])('knows the smallest parts of %s', (text, atoms) => {
    expect(readWords(text).map((word) => word.atoms)).toEqual([atoms]);
  });

  it.each([
    ['Ünïcode Straße naïve', ['unicode', 'strasse', 'naive']],
    ['ｆｕｌｌ　ｗｉｄｔｈ', ['full', 'width']],
    ['İstanbul ΟΔΟΣ οδοσ', ['istanbul', 'οδοσ', 'οδοσ']],
    ['Żółć æther', ['zolc', 'aether']],
    ['œuvre øre đại ðorn þing ısı', ['oeuvre', 'ore', 'dai', 'dorn', 'thing', 'isi']],
    ['한국어', ['한국어']],
    ['ｆｓ．ｏｐｅｎ', ['fsopen', 'fs', 'open']],
    ['语言- x', ['语言', '言', 'x']],
    ['العَرَبِيَّة', ['العربيه', 'عربيه']],
    ['हिन्दी', ['हिन्दी']],
    ['日本語', ['日本', '本語', '語']],
    ['使用API调用', ['使用', '用', 'api', '调用', '用']],
    ['テキスト', ['テキ', 'キス', 'スト', 'ト']],
    ['ไทย', ['ไท', 'ทย', 'ย']],
  ])('folds and splits %s', (text, words) => {
    expect(tokenize(text)).toEqual(words);
  });

  it('keeps a mark with its letter in scripts without spaces', () => {
    expect(tokenize('ที่นี่')).toEqual(['ที่นี่', 'นี่']);
  });

  it('reads a line of very many marks', () => {
    expect(tokenize(`ab${'-'.repeat(200_000)}cd--`)).toEqual(['abcd', 'ab', 'cd']);
  });

  it('drops what nobody types', () => {
    expect(tokenize(`${'x'.repeat(41)} deadbeefdeadbeef 0x0123456789abcdef 1234567890123`)).toEqual(
      [],
    );
    const kept = ['x'.repeat(40), '123456789012', 'deadbeefdeadbee', '0x123456789abcdef'];
    expect(tokenize(kept.join(' '))).toEqual(kept);
    expect(tokenize('deadbeef 2026 🚀 ... -- \ud800')).toEqual(['deadbeef', '2026']);
  });

  it('reads what is being typed as a beginning of what was written', () => {
    const written =
      'node_modules/.bin --save-dev fs.readFile C++ 日本語 nftGating /v1/auth/login v1.2.3 .env ~1.2.3';
    for (const text of written.split(' ')) {
      const words = tokenize(text);
      for (let length = 1; length <= text.length; length += 1) {
        const [typed] = readWords(text.slice(0, length));
        const texts = [typed?.text ?? '', ...(typed?.parts ?? []).map((part) => part.text)];
        const begins = texts.some((part) => words.some((word) => word.startsWith(part)));
        expect(begins, text.slice(0, length)).toBe(true);
      }
    }
  });
});

describe('fold', () => {
  it.each([
    ['㎐', 'hz'],
    ['ΑΣ', 'ασ'],
    ['É', 'e'],
    ['ﬁ', 'fi'],
    ['각', '각'],
  ])('makes %s comparable', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});
