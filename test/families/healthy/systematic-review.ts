import { textBlock } from '../client-manner.ts';
import type { Family } from '../family.ts';
import { japaneseName, japaneseTitle } from '../foreign-words.ts';

const FIRST = ['明治期', '明治時代', '大正期', '十九世紀末', '近代', '昭和初期', '幕末'];
const SECOND = ['製糸工場', '製糸業', '生糸', '絹糸工場', '紡績工場', '養蚕', '織物'];
const THIRD = ['女工', '書簡', '労働', '手紙', '寄宿舎', '賃金', '統計'];

export const systematicReview: Family = {
  name: 'h_systematic_review',
  what: 'searches a Japanese library by every combination of its words; hits overlap, and some searches find none',
  batch: 10,
  play(agent) {
    agent.prompt(
      '製糸業の女性労働について系統的に文献を探し、すべての組み合わせの検索結果を記録してください。',
    );
    const found = new Set<string>();
    const old: { 書名: string; 著者: string; 請求記号: string }[] = [];
    const queries = FIRST.flatMap((first) =>
      SECOND.flatMap((second) => THIRD.map((third) => `${first} ${second} ${third}`)),
    );
    // Some servers flag a search without hits as an error.
    const flags = agent.random.chance(0.5);
    const start = agent.between(0, 200);
    const count = agent.between(34, 60);
    queries.slice(start, start + count).forEach((query, index) => {
      const hits = Array.from({ length: agent.between(0, 4) }, () => {
        if (old.length > 3 && agent.random.chance(0.4)) return agent.pick(old);
        const book = {
          書名: `${japaneseTitle(agent.random)} ${agent.between(1, 99)}`,
          著者: japaneseName(agent.random),
          請求記号: `${agent.between(100, 999)}.${agent.between(1, 9)}`,
        };
        old.push(book);
        return book;
      });
      for (const { 請求記号 } of hits) found.add(請求記号);
      const message =
        hits.length === 0 ? '該当する資料は見つかりませんでした。' : '検索結果を表示します。';
      agent.call(
        'mcp__opac__search',
        { q: query, field: 'any' },
        textBlock(
          JSON.stringify({
            検索語: query,
            件数: hits.length,
            メッセージ: message,
            資料: hits,
            処理時間: `${agent.between(20, 400)}ms`,
          }),
        ),
        {
          saying: agent.pick(['', '次の組み合わせです。', '記録しました。']),
          failed: flags && hits.length === 0,
        },
      );
      if (index % 12 === 11)
        agent.call(
          'save_note',
          { file: 'kiroku.md', append: `${index + 1}: ${found.size}` },
          { ok: true },
        );
    });
    agent.answer(`検索は終わりました。重複を除いて${found.size}件の資料があります。`);
  },
};
