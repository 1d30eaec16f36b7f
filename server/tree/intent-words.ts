/**
 * The words of the intent rules (domain.md 2.4) that belong to no tool, as data; words of deleting, of pictures and of
 * writing stand on the tree's nodes. English words match whole, with their usual endings; phrases and Chinese words match as
 * they stand.
 */
function toList(text: string): readonly string[] {
  return text
    .split("|")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** A message that is nothing but these, one after the other, is a greeting. */
export const GREETINGS = toList(`
  hi | hello | hey | hiya | yo | howdy | hi there | hi all | hi everyone | hello everyone | have a nice day | thanks so much | hello there | hey there | good day | good morning |
  good afternoon | good evening | good night | thanks | thank you | thanks a lot | thank you very much | thx | cheers | ok |
  okay | bye | goodbye | see you | see you tomorrow | see you later | how are you | nice work | well done | great | cool |
  你好 | 您好 | 你好呀 | 嗨 | 哈喽 | 哈啰 | 在吗 | 在么 | 早 | 早安 | 早上好 | 上午好 |
  中午好 | 下午好 | 晚上好 | 晚上好呀 | 晚安 | 晚安啦 | 感谢 | 在不在 | 嘿 | 谢谢 | 谢谢你 | 谢谢您 | 多谢 | 辛苦了 | 再见 | 拜拜 |
  你好啊 | 最近好吗 | 没事了 | 没别的事了 | 就这样吧 | that's all | that's all for today | 好的 | 好 | 嗯 | 哈哈 | 哈哈哈 | 今天怎么样 | 最近怎么样
`);

/** First words of a question, whatever follows. */
export const QUESTION_STARTS = toList(`
  what | what's | who | who's | where's | why | how | how's | which | whose | is | are | was | were | does | did | can |
  could | should | would | will | has | am | isn't | aren't | doesn't | didn't | i wonder | 我想知道 | 想问 | 想了解
`);

/** First words that begin a question only before one of these: "when is it", not "when it is done, delete it". */
export const WEAK_QUESTION_START =
  /^(?:(?:when|where) (?:is|are|was|were|do|does|did|will|can|could|should|has|have|would)|(?:do|have) (?:i|you|we|they|he|she|the|these|those|my|your|our|any|people|users|all))\b/;

export const QUESTION_PARTICLES = toList(`
  吗 | 呢 | 什么 | 怎么 | 怎样 | 如何 | 为什么 | 为何 | 有何 | 何时 | 何处 | 哪 | 谁 | 多少 | 几个 | 几点 | 是否 | 是不是 |
  能不能 | 能否 | 有没有 | 可不可以 | 要不要 | 会不会 | 该不该
`);

/** Begins a request. */
export const REQUEST_STARTS = toList(`
  please | can you | could you | would you | will you | help me | let's | i want you to | i need you to | 请 | 帮我 |
  帮忙 | 麻烦 | 给我 | 替我 | 把 | 将 | 我要 | 我想让你
`);

/** Makes a request anywhere in a sentence. */
export const REQUESTS = toList(`
  can you | could you | will you | would you | please | why don't you | why not | how about | 帮我 | 请帮 | 麻烦你 | 给我
`);

/** "May I ask" begins a question, not a request. */
export const POLITE_QUESTION = "请问";

/** A question in its form that asks for a deed: "能不能把这个文件删掉？". */
export const POLITE_REQUEST =
  /(?:你|您)(?:能|可以)|(?:能不能|能否|可不可以|可以|可否|能|麻烦)(?:你|您)?(?:请)?(?:帮|把|将|给|替)|^请(?!问)|请(?:你|您|帮|把|将)|麻烦|帮我/;

/** Asks to be told something, which needs no tool by itself. */
export const TELLING_WORDS = toList(`
  explain | tell me | describe | define | 解释 | 介绍 | 告诉我 | 说说 | 讲讲 | 说明一下 | 科普
`);

/** A state of affairs that is asked for without a question mark. */
export const STATE_WORDS =
  /\b(?:(?:status|progress|state) (?:of|on)|(?:any )?(?:news|update)s? (?:on|about|of)|how far)\b|进度|进展|状态|到哪|哪一步|哪个节点/;

export const ACTION_VERBS = toList(`
  read | show | list | find | search | check | look up | look for | open | get | fetch | run | execute | analyze |
  analyse | summarize | summarise | compare | convert | parse | count | translate | download | inspect |
  validate | compute | extract | test | sort | group | load | print | calculate | query | profile | diff | review | verify | measure |
  读取 | 读一下 | 查看 | 查询 | 查一下 | 查查 | 查找 | 找一下 | 找出 | 搜索 | 列一下 | 列出 | 显示 | 分析 | 总结 | 概括 | 运行 |
  执行 | 检查 | 校验 | 比较 | 对比 | 打开 | 转换 | 换算 | 统计 | 翻译 | 解析 | 看看 | 看一下 | 下载 | 验证 | 测试 |
  计算 | 排序 | 提取
`);

export const FILE_WORDS = toList(`
  file | folder | directory | path | 文件 | 目录 | 文件夹 | 路径
`);

/** One file that is meant, with no name. */
export const THIS_FILE = /\b(?:this|that|these) (?:file|folder|directory)\b|[这那该][个份些]?(?:文件|目录)/;

export const CONFIG_WORDS = toList(`
  config | configuration | setting | configure | 配置 | 设置 | 参数
`);

/** English words that name a thing as often as a deed: they count only where a verb stands. */
export const ALSO_NOUNS: ReadonlySet<string> = new Set([
  ...toList(`
    code | build | fix | update | edit | email | change | move | set | make | commit | schedule | draw | capture | crop | copy |
    install | deploy | replace | draft | clear | empty | trash | scrap | strip | upgrade | bump | undo | revert
  `),
  ...ACTION_VERBS.filter((word) => /^[a-z]/.test(word)),
]);

/** Words that only name a thing: where they stand in a sentence says nothing. */
export const NOUNS: ReadonlySet<string> = new Set(
  toList("browser | screenshot | photo | ocr | 浏览器 | 截图 | 截屏 | 屏幕上"),
);

/** What is part of a text: taking it away changes the text, and nothing is deleted. */
export const PARTS_OF_TEXT =
  /^[^,;，；。]{0,40}?(?:\b(?:spaces?|whitespace|lines|line breaks|characters?|prefix|suffix|quotes|commas?|punctuation|typos?)\b|空格|空行|重复行|换行|注释|字符|标点|前缀|后缀|引号|逗号|错别字)/;

/** Something to look at: a picture that is meant, or one that is wanted. */
export const VISUAL_TARGET =
  /\b(?:this|these|that|those|the attached|attached) (?:image|picture|photo|screenshot|chart|diagram)s?\b|(?:这|那|附件里?的?|下面的?|上面的?|上传的?)[一几两三]?[张幅些个]{0,2}(?:图(?!书)|照片|截图|截屏|图片)|[一几两三][张幅][^，。]{0,8}(?:图(?!书)|照片)|(?:图片?|照片|扫描件|发票)[里中上]|打开[^，。]{1,8}(?:网站|网页|官网)/;

export const IMAGE_FILE = /[\w-]+\.(?:png|jpe?g|gif|webp|bmp|svg|heic|mp4|mov)\b/i;
