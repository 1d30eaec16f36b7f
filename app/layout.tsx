import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Frame } from "#components/frame/frame";
import { Providers } from "#components/frame/providers";
import { THEME_COOKIE } from "#components/ui/theme-cookie";

export const metadata: Metadata = {
  title: { default: "Capstan", template: "%s - Capstan" },
  description: "The workbench for what an AI agent may do.",
};

export const viewport: Viewport = { colorScheme: "light dark", width: "device-width", initialScale: 1 };

/** Reading the cookie makes every page dynamic, which the nonce of the content security policy needs as well. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = (await cookies()).get(THEME_COOKIE)?.value;
  const chosen = theme === "light" || theme === "dark" ? { "data-theme": theme } : {};
  return (
    <html lang="en" {...chosen} suppressHydrationWarning>
      <body>
        <Providers>
          <Frame>{children}</Frame>
        </Providers>
      </body>
    </html>
  );
}
