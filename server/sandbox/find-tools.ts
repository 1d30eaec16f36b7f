import { access, constants, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";

/** Fixed folders, not PATH: a program put first in PATH must not become the sandbox. */
export const TOOL_FOLDERS = ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"] as const;

/** The real path of a program in one of the folders, or null. */
export async function findTool(name: string, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      await access(path, constants.X_OK);
      return await realpath(path);
    } catch {
      // Not in this folder, or not to be executed by us: the next one.
    }
  }
  return null;
}

const INSTALLERS = [
  ["apt-get", "apt-get install"],
  ["dnf", "dnf install"],
  ["pacman", "pacman -S"],
  ["apk", "apk add"],
  ["zypper", "zypper install"],
] as const;

/** The start of the command that installs a package on this system. */
export async function findInstaller(): Promise<string> {
  for (const [tool, command] of INSTALLERS) {
    if ((await findTool(tool, [...TOOL_FOLDERS, "/sbin"])) !== null) return command;
  }
  return "apt-get install";
}

/** True where the kernel keeps user namespaces from unprivileged programs (Ubuntu 24.04 and later). */
export async function hasNamespaceBan(): Promise<boolean> {
  try {
    const value = await readFile("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "utf8");
    return value.trim() === "1" && process.getuid?.() !== 0;
  } catch {
    // The switch does not exist on this kernel.
    return false;
  }
}
