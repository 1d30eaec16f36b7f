/** What is wrong with a text, and where: `position` counts characters from 0. */
export class SyntaxProblem extends Error {
  constructor(message, position) {
    super(message);
    this.position = position;
  }
}

const BLANK = /\s*/y;

/** A text and how far it was read. */
export class Reader {
  position = 0;

  constructor(text) {
    this.text = text;
  }

  get next() {
    return this.text[this.position];
  }

  get isAtEnd() {
    return this.position >= this.text.length;
  }

  fail(message) {
    throw new SyntaxProblem(message, this.position);
  }

  /** The match of a sticky pattern, after which reading goes on; null when there is none here. */
  take(pattern) {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text);
    if (match === null) return null;
    this.position = pattern.lastIndex;
    return match[0];
  }

  skipBlanks() {
    this.take(BLANK);
  }

  /** Goes past blanks and the token; false when something else stands there. */
  skip(token) {
    this.skipBlanks();
    return this.skipHere(token);
  }

  skipHere(token) {
    if (!this.text.startsWith(token, this.position)) return false;
    this.position += token.length;
    return true;
  }

  expect(token) {
    if (!this.skip(token)) this.fail(`expected ${token}`);
  }
}
