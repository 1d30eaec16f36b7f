/**
 * The words of the intent rules (domain.md 2.4), as data. English words match whole, with their usual endings; phrases
 * and Chinese words match as they stand.
 */
function toList(text: string): readonly string[] {
  return text.split("|").map((word) => word.trim());
}

export const GREETINGS = toList(`
  hi | hello | hey | hiya | yo | howdy | hi there | hello there | hey there | good day | thanks |
  thank you | thx | ok | okay | bye | goodbye | how are you | 你好 | 您好 | 嗨 | 哈喽 | 哈啰 |
  在吗 | 在么 | 早 | 早安 | 早上好 | 上午好 | 中午好 | 下午好 | 晚上好 | 晚安 |
  谢谢 | 多谢 | 辛苦了 | 再见 | 拜拜 | 好的 | 今天怎么样 | 最近怎么样
`);

/** Priority 30: the message is about deleting. */
export const DELETE_WORDS = toList(`
  delete | remove | erase | purge | wipe | rm | unlink | 删除 | 删掉 | 删了 | 移除 | 清空 |
  清除 | 抹掉 | 卸载
`);

/** Priority 20: the message needs a browser, a screen or pictures. */
export const MULTIMODAL_WORDS = toList(`
  screenshot | capture | browser | open website | open the website | open a website | open the page |
  fill form | fill in the form | fill out the form | click on | take a photo | process images |
  resize images | 截图 | 截屏 | 浏览器 | 打开网站 | 打开网页 | 填写表单 | 填表 |
  点击 | 处理图片 | 批量处理 | 识别图片 | 录屏
`);

/** Priority 10: the message asks for something new or changed. */
export const WRITE_WORDS = toList(`
  write | create | add | modify | fix | edit | update | save | rename | insert | append | code |
  develop | build | implement | generate | refactor | email | send mail | 写入 | 写到 | 写一 |
  写个 | 写份 | 编写 | 改写 | 重写 | 帮我写 | 创建 | 新建 | 添加 | 增加 | 修改 |
  修复 | 编辑 | 更新 | 保存 | 重命名 | 插入 | 开发 | 构建 | 实现 | 生成 | 重构 |
  发邮件 | 发送邮件
`);

export const QUESTION_STARTS = toList(`
  what | what's | who | who's | when | where | where's | why | how | how's | which | whose | is | are |
  was | were | does | do | did | can | could | should | would | will | has | have | am
`);

export const QUESTION_PARTICLES = toList(`
  吗 | 呢 | 什么 | 怎么 | 如何 | 为什么 | 为何 | 哪 | 谁 | 多少 | 几个 | 几点 |
  是否 | 是不是 | 能不能 | 有没有 | 可不可以
`);

/** Begins a request. */
export const IMPERATIVE_STARTS = toList(`
  please | can you | could you | would you | will you | help me | let's | i want you to |
  i need you to | 请 | 帮我 | 帮忙 | 麻烦 | 给我 | 替我 | 把 | 我要 | 我想让你
`);

/** Makes a request anywhere in the message. */
export const IMPERATIVE_ANYWHERE = toList(`
  can you | could you | please | 帮我 | 请帮 | 麻烦你 | 给我
`);

/** "May I ask" begins a question, not a request. */
export const POLITE_QUESTION = "请问";

export const ACTION_VERBS = toList(`
  read | show | list | find | search | check | look up | open | get | fetch | run | execute | analyze |
  analyse | summarize | summarise | compare | convert | parse | explain | count | translate | describe |
  download | inspect | validate | test | sort | group | load | print | calculate | query | profile |
  diff | 读取 | 查看 | 查询 | 查一下 | 查查 | 搜索 | 列出 | 分析 | 总结 | 概括 |
  运行 | 执行 | 检查 | 比较 | 对比 | 解释 | 打开 | 转换 | 统计 | 翻译 | 看看 |
  看一下 | 下载 | 验证 | 测试 | 计算 | 排序 | 提取
`);

export const FILE_WORDS = toList(`
  file | folder | directory | path | 文件 | 目录 | 文件夹 | 路径
`);

export const CONFIG_WORDS = toList(`
  config | configuration | setting | configure | 配置 | 设置 | 参数
`);

/** Before a word in the same clause it turns the word's meaning round. */
export const NEGATIONS_EN =
  /(?:\b(?:don't|do not|don’t|doesn't|never|without|not|no need to|avoid)\s+(?:[a-z']+\s+){0,2})$/;
export const NEGATIONS_ZH = /(?:不要|不用|不必|不能|别|勿|无需|禁止|不)[^，。,.!?！？；;]{0,2}$/;
