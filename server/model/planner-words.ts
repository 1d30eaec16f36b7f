/** The sentences of the offline planner, in the language of the message. */
export type Language = "en" | "zh";

/** Chinese when the text holds Han characters and no kana; else English. */
export function findLanguage(text: string): Language {
  return /\p{sc=Han}/u.test(text) && !/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) ? "zh" : "en";
}

export type PlannerWords = {
  greeting: string;
  noModel: string;
  nothingMatched: string;
  notUsed(name: string, reason: string): string;
  missing(capability: string, fields: readonly string[]): string;
  failed(capability: string, reason: string): string;
  answered(capability: string): string;
  loaded(skill: string, description: string): string;
  focusAnswered(name: string): string;
  problem(message: string): string;
  more(count: number): string;
  items(count: number): string;
  cut(characters: number): string;
  emptyOutput: string;
  chosen(capability: string, isMentioned: boolean): string;
  summing: string;
  concluding: string;
};

export const PLANNER_WORDS: Record<Language, PlannerWords> = {
  en: {
    greeting:
      "Hello. No model is connected, so the offline planner answers: it picks a capability by search, fills its arguments from your message and sums up what comes back. Ask for something that one of the capabilities does, for example the progress of a ticket, what went wrong in a log, or what a cron line means.",
    noModel: "No model is connected: this is a summary by template.",
    nothingMatched:
      "No model is connected, and no capability matched this message. Name a capability or say what it should do.",
    notUsed: (name, reason) => `Not used: ${name}. ${reason}`,
    missing: (capability, fields) =>
      `No model is connected. ${capability} fits, but your message does not say:\n${fields.join("\n")}\nAsk again with it, or open ${capability} and run it there.`,
    failed: (capability, reason) => `No model is connected. ${capability} could not finish: ${reason}`,
    answered: (capability) => `${capability} answered:`,
    loaded: (skill, description) =>
      `The skill ${skill} was loaded. ${description} Following it needs a model: connect one in Settings.`,
    focusAnswered: (name) => `The focus mode ${name} answered:`,
    problem: (message) => `It reports a problem: ${message}`,
    more: (count) => `and ${count} more`,
    items: (count) => (count === 1 ? "1 item" : `${count} items`),
    cut: (characters) => `... (${characters} characters in all)`,
    emptyOutput: "It gave no output.",
    chosen: (capability, isMentioned) =>
      isMentioned ? `The message names ${capability}.` : `${capability} matches the message best.`,
    summing: "The result is there; I sum it up.",
    concluding: "Nothing more can be done without a model.",
  },
  zh: {
    greeting:
      "你好。当前没有连接模型，由离线规划器回答：它按搜索得分挑选能力，从消息中填写参数，再按模板汇总结果。请直接说出想做的事，例如查询工单进度、分析日志里的错误、解释一条 cron 表达式。",
    noModel: "当前没有连接模型：以下为按模板生成的摘要。",
    nothingMatched: "当前没有连接模型，也没有能力与这条消息匹配。请写出能力的名称，或说明想让它做什么。",
    notUsed: (name, reason) => `未使用：${name}。${reason}`,
    missing: (capability, fields) =>
      `当前没有连接模型。${capability} 适合这个问题，但消息里缺少：\n${fields.join("\n")}\n请补充后再问，或打开 ${capability} 直接运行。`,
    failed: (capability, reason) => `当前没有连接模型。${capability} 没有完成：${reason}`,
    answered: (capability) => `${capability} 的结果：`,
    loaded: (skill, description) => `已载入技能 ${skill}。${description} 按技能行事需要模型：请在设置中连接模型。`,
    focusAnswered: (name) => `专注模式 ${name} 的回答：`,
    problem: (message) => `它报告了一个问题：${message}`,
    more: (count) => `另有 ${count} 项`,
    items: (count) => `${count} 项`,
    cut: (characters) => `……（共 ${characters} 个字符）`,
    emptyOutput: "没有输出。",
    chosen: (capability, isMentioned) =>
      isMentioned ? `消息中提到了 ${capability}。` : `${capability} 与消息最匹配。`,
    summing: "结果已经得到，进行汇总。",
    concluding: "没有模型，无法继续。",
  },
};
