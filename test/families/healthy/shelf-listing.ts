import type { Family } from '../family.ts';

const GOODS =
  '保温杯,台灯,雨伞,双肩包,键盘,马克杯,围巾,手电筒,插座,毛巾,饭盒,水壶,收纳箱,耳机,相框,闹钟'.split(
    ',',
  );
const COLOURS = '白色,黑色,深蓝,浅灰,米色,墨绿'.split(',');

export const shelfListing: Family = {
  name: 'h_shelf_listing',
  what: 'gives one article of a shop after the other a new title and puts it on sale; all replies are alike (in Chinese)',
  batch: 11,
  play(agent) {
    const shop = `${agent.between(1, 99)}号店`;
    agent.prompt(`请把${shop}所有下架商品的标题按规范改好,然后逐个上架。`);
    const articles = Array.from({ length: agent.between(26, 40) }, (_, index) => ({
      编号: `SP${agent.between(1000, 9999)}${String(index).padStart(3, '0')}`,
      标题: `${agent.pick(GOODS)} ${agent.pick(COLOURS)}`,
    }));
    agent.call(
      '商品_列表',
      { 店铺: shop, 状态: '下架' },
      { 总数: articles.length, 商品: articles },
    );
    for (const article of articles) {
      agent.call(
        '商品_改标题',
        {
          编号: article.编号,
          新标题: `【${shop}】${article.标题} ${agent.pick(['家用', '便携', '加厚', '简约'])}款`,
        },
        { 状态: '成功', 耗时: `${agent.between(20, 400)}毫秒` },
        { saying: agent.pick(['', '继续下一个。', '好的,下一个商品。']) },
      );
      agent.call(
        '商品_上架',
        { 编号: article.编号 },
        { 状态: '成功', 耗时: `${agent.between(20, 400)}毫秒` },
      );
    }
    agent.call('商品_列表', { 店铺: shop, 状态: '下架' }, { 总数: 0, 商品: [] });
    agent.answer(`已完成,${articles.length}个商品全部上架。`);
  },
};
