import type { TextFile } from "./import-model";

export type ReadTexts = {
  files: TextFile[];
  /** Paths of what is not UTF-8 text. */
  unread: string[];
};

/** Folders that would only cost time: nothing in them is part of a capability. */
const IGNORED = new Set([".git", "node_modules"]);

type Found = { path: string; file: File };

/** A folder's reader gives its entries in portions; the last one is empty. */
async function readEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return all;
    all.push(...portion);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

async function findFiles(entry: FileSystemEntry): Promise<Found[]> {
  const path = entry.fullPath.replace(/^\//, "");
  if (isFile(entry)) {
    return [{ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) }];
  }
  if (!isFolder(entry) || IGNORED.has(entry.name)) return [];
  const found: Found[] = [];
  for (const child of await readEntries(entry)) found.push(...(await findFiles(child)));
  return found;
}

async function readTexts(found: readonly Found[]): Promise<ReadTexts> {
  const result: ReadTexts = { files: [], unread: [] };
  for (const { path, file } of found) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = bytes.includes(0) ? null : decode(bytes);
    if (text === null) result.unread.push(path);
    else result.files.push({ path, text });
  }
  return result;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The texts of files and of all files under folders that were dropped. The transfer is empty once its event is over. */
export function readDropped(transfer: DataTransfer): Promise<ReadTexts> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return Promise.all(entries.map(findFiles)).then((found) => readTexts(found.flat()));
}

/** The texts of files that were chosen; those of a folder have their path inside of it. */
export function readChosen(files: readonly File[]): Promise<ReadTexts> {
  const found = files.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return readTexts(found.filter(({ path }) => !path.split("/").some((part) => IGNORED.has(part))));
}
