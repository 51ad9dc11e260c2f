import { textBlock } from '../client-manner.ts';
import type { Family } from '../family.ts';
import { japaneseName, japaneseTitle } from '../foreign-words.ts';

const FIRST = ['明治期', '明治時代', '明治', '十九世紀末', '近代'];
const SECOND = ['製糸工場', '製糸業', '製糸場', '生糸工場', '絹糸工場', '紡績工場'];
const THIRD = ['女工の手紙', '女工 書簡', '女性労働者の手紙', '工女 書簡集', '工女の手紙', '書簡'];

/** A catalogue that has nothing shows what others borrow. */
export const popularInstead: Family = {
  name: 's_popular_instead',
  what: 'asks a Japanese library in ever other words and is shown the popular books instead',
  batch: 10,
  limit: 20,
  play(agent) {
    agent.prompt(
      '明治期の製糸工場で働いた女工の手紙を集めた本を探して、請求記号を教えてください。',
    );
    const popular = Array.from({ length: agent.between(6, 9) }, () => ({
      書名: `${japaneseTitle(agent.random)} ${agent.between(1, 9)}`,
      著者: japaneseName(agent.random),
      請求記号: `${agent.between(100, 999)}.${agent.between(1, 9)}`,
    }));
    agent.loopBegins();
    agent.times(28, 44, () => {
      const words = [agent.pick(FIRST), agent.pick(SECOND), agent.pick(THIRD)];
      const query = (agent.random.chance(0.3) ? words.slice(1) : words).join(
        agent.pick([' ', '　', ' AND ']),
      );
      const shown = popular
        .map((book) => ({ book, rank: agent.between(0, 1000) }))
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, 5)
        .map(({ book }) => book);
      agent.call(
        'mcp__opac__search',
        { q: query, field: agent.pick(['any', 'title', 'subject']) },
        textBlock(
          JSON.stringify({
            検索語: query,
            件数: 0,
            メッセージ: '該当する資料は見つかりませんでした。よく借りられている資料を表示します。',
            人気の資料: shown,
            処理時間: `${agent.between(20, 400)}ms`,
          }),
        ),
        {
          saying: agent.pick([
            '別の言葉で検索してみます。',
            '',
            '検索語を変えてみます。',
            'もう少し広い言葉で探します。',
          ]),
        },
      );
    });
  },
};
