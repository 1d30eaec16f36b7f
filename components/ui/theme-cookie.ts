/** The cookie that carries the theme to the server, so that the first paint already has it. */
export const THEME_COOKIE = "capstan_theme";
