/**
 * Words that say nothing about which capability is meant: English function words and the phrases people put around a
 * request in English and Chinese. English ones are left out of the index as well; Chinese pairs only out of queries,
 * because a pair such as "的设" may be the middle of what somebody types.
 */
const ENGLISH = `
a about above after again all also am an and any are as at be because been before being below between both but by can
cannot could d did do does doing don down during each either else ever every few for from further get give had has have
having he hello help her here hers hi him his how however i if in into is it its itself just kindly know let like ll m
make many may me might more most much must my myself need needs no nor not now of off oh ok on once one only or other our
ours out over own per please quite re really s same shall she should show so some such t tell than thank thanks that the
their them then there these they this those through to too under until up upon us use used using ve very want wants was
we were what whatever when where whether which while who whom whose why will wish with within without would wondering yes
yet you your yours able assist could'd i'd i'm looking provide
`;

export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(ENGLISH.split(/\s+/).filter(Boolean));

const CHINESE_PAIRS = `
么样 一下 一个 一些 一条 一份 什么 怎么 怎样 如何 哪些 哪个 哪里 是否 可以 能否 能不 不能 需要 想要 想知 知道 希望 打算 准备 正在 现在 目前 最近 这个 那个 这些
那些 这里 那里 有没 没有 有关 关于 以及 并且 而且 或者 还有 还是 因为 所以 如果 但是 然后 之后 之前 同时 其中 进行 使用 通过 根据 对于 为了 作为 由于 看看 帮忙 帮助
麻烦 谢谢 告诉 给我 帮我 请问 请帮 我想 我要 我们 你们 他们 您好 你好 能帮 要查 查一 我需 我正 我在 我有 想了 想在 想找
`;

export const CHINESE_STOP_PAIRS: ReadonlySet<string> = new Set(CHINESE_PAIRS.split(/\s+/).filter(Boolean));

/** Particles and pronouns: a pair that holds one crosses a word boundary. */
export const CHINESE_PARTICLES = /[的了吗呢吧啊呀嘛我你您他她它请们和与或在是有想要这那个把被让给也都就]/u;
