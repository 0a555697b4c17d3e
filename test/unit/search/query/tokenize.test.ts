import { describe, expect, it } from 'vitest';
import { readWords, tokenize } from '../../../../src/search/query/tokenize.ts';
import { fold } from '../../../../src/search/query/words.ts';

describe('tokenize', () => {
  it.each([
    ['fs.readFile(path[, o])', 'fs.readfile fs readfile read file path o'],
    ['--save-dev', '--save-dev save-dev save dev'],
    ['-g', '-g'],
    ['ERR_X_Y', 'err_x_y err'],
    ['POST /tenants/{id}', 'post tenants/id tenants id'],
    ['/tenants/:tenantId/users', 'tenants/tenantid/users tenants tenantid tenant id users'],
    ['@scope/pkg', 'scope/pkg scope pkg'],
    ['v1.2.3', 'v1.2.3 1.2.3'],
    ['C++', 'c++'],
    ['C#', 'c#'],
    ['node_modules/.bin', 'node_modules/.bin node_modules node modules bin'],
    ['nftGating', 'nftgating nft gating'],
    ['/v1/auth/login/nftGating', 'v1/auth/login/nftgating v1 auth login nftgating nft gating'],
    ['std::vector', 'std::vector std vector'],
    ['HTMLElement', 'htmlelement html element'],
    ['https://example.com/docs?x=1', 'example.com/docs example.com example com docs x 1'],
    ['pkg@1.2.3', 'pkg@1.2.3 pkg 1.2.3'],
    ['__proto__', 'proto'],
    ['key=value, "quoted"; [a|b]', 'key value quoted a b'],
    ['The end.', 'the end'],
    ['abc# d', 'abc d'],
    ['pkg@https://a.bc', 'pkg a.bc bc'],
    ['/a/{bc}/de', 'a/bc/de bc de'],
    ['rm -rf', 'rm -rf rf'],
  ])('reads %s whole, then its parts', (text, words) => {
    expect(tokenize(text)).toEqual(words.split(' '));
  });

  it.each([
    ['Ünïcode Straße naïve', ['unicode', 'strasse', 'naive']],
    ['ｆｕｌｌ　ｗｉｄｔｈ', ['full', 'width']],
    ['İstanbul ΟΔΟΣ οδοσ', ['istanbul', 'οδοσ', 'οδοσ']],
    ['Żółć æther', ['zolc', 'aether']],
    ['œuvre øre đại ðorn þing ısı', ['oeuvre', 'ore', 'dai', 'dorn', 'thing', 'isi']],
    ['한국어', ['한국어']],
    ['ｆｓ．ｏｐｅｎ', ['fs.open', 'fs', 'open']],
    ['语言- x', ['语言', '言', 'x']],
    ['العَرَبِيَّة', ['العربية']],
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
      'node_modules/.bin --save-dev fs.readFile C++ 日本語 nftGating /v1/auth/login v1.2.3';
    for (const text of written.split(' ')) {
      const words = tokenize(text);
      for (let length = 1; length <= text.length; length += 1) {
        const typed = readWords(text.slice(0, length))[0]?.text ?? '';
        const parts = readWords(text.slice(0, length))[0]?.parts ?? [];
        const begins = [typed, ...parts].some((part) =>
          words.some((word) => word.startsWith(part)),
        );
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
