import type { EmailContext } from '#src/mail/email.ts'

/** The colours of `src/ui/styles/tokens.css`, because email programs do not support variables. */
export const emailColours = {
  light: {
    paper: '#f4f5f1',
    surface: '#ffffff',
    ink: '#14222d',
    'ink-soft': '#495057',
    rule: '#ced4da',
    edge: '#6b7880',
    link: '#0d4f7c',
    signal: '#d9480f',
  },
  dark: {
    paper: '#10181e',
    surface: '#18232b',
    ink: '#e9eff1',
    'ink-soft': '#adb5bd',
    rule: '#2f3e48',
    edge: '#84949d',
    link: '#8fc8ef',
    signal: '#ff922b',
  },
}

const text = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const scale = "Bahnschrift,'DIN Alternate','Roboto Condensed','Arial Narrow',sans-serif"

/** Every email is readable without these styles, and nothing is loaded from anywhere. */
export const emailStyles = (accent: EmailContext['accent']) =>
  [
    ':root{color-scheme:light dark}',
    'body{margin:0;padding:0 12px}',
    `td,th{font:16px/1.55 ${text};text-align:left}`,
    'td{word-break:break-word}',
    'th{word-break:normal}',
    'p{margin:0 0 16px}',
    '.sheet{width:100%;max-width:600px;margin:24px auto;border-spacing:0}',
    `.head{padding:0 0 30px;font:600 20px/1.2 ${scale}}`,
    '.head img{display:block}',
    '.text{padding:32px 24px 16px}',
    // Outlook only applies padding to table cells, not to links
    '.button{border-radius:3px;mso-padding-alt:12px 22px}',
    '.button a{display:inline-block;padding:12px 22px;font-weight:600;text-decoration:none}',
    '.small{margin-top:12px;font-size:13px;line-height:1.5}',
    '.aside{padding-top:16px}',
    '.unbroken{white-space:nowrap}',
    '.quoted{margin:0 0 16px;padding:4px 0 4px 16px}',
    '.quoted p:last-child{margin:0}',
    '.facts{margin-bottom:16px}',
    '.facts td,.facts th{padding:8px 16px 8px 0;vertical-align:top;font-weight:400}',
    '.facts td{font-weight:600}',
    '.facts .large td{font-size:32px;line-height:1.2}',
    '.facts .large td,.facts .large th{vertical-align:baseline}',
    '.short th{width:1%;white-space:nowrap}',
    '@media (max-width:480px){.text{padding:32px 16px 16px}.facts td{padding-right:0}.facts .large td{font-size:20px}}',
    '.foot{padding:16px 0;font-size:13px}',
    coloured('light', accent),
    `@media (prefers-color-scheme:dark){${coloured('dark', accent)}.head img{background:#fff;border:6px solid #fff;color:#14222d}}`,
  ].join('')

function coloured(theme: 'light' | 'dark', accent: EmailContext['accent']) {
  const colours = emailColours[theme]
  const { paper, surface, ink, rule, edge, link, signal } = colours
  const soft = colours['ink-soft']
  const button = accent
    ? { ...accent[theme], foot: ink, mark: accent[theme].ground }
    : { ground: ink, text: paper, foot: signal, mark: signal }
  return [
    `body{background:${paper}}`,
    `td,.facts td{color:${ink}}`,
    `th,.small,.foot{color:${soft}}`,
    `a{color:${link}}`,
    `.head{border-bottom:1px solid ${ink};background:${ruler(button.mark, ink, edge)}}`,
    `.text{background:${surface}}`,
    `.button{background:${button.ground};border-bottom:4px solid ${button.foot}}`,
    `.button a{color:${button.text}}`,
    `.aside,.foot{border-top:1px solid ${rule}}`,
    `.quoted{border-left:4px solid ${rule}}`,
    `.facts td,.facts th{border-bottom:1px solid ${rule}}`,
  ].join('')
}

const ruler = (mark: string, ink: string, edge: string) =>
  [
    `linear-gradient(${mark},${mark}) 0 100%/4px 16px no-repeat`,
    `linear-gradient(90deg,${edge} 1px,transparent 0) 0 100%/8px 5px repeat-x`,
    `linear-gradient(90deg,${ink} 1px,transparent 0) 0 100%/40px 10px repeat-x`,
  ].join(',')
