/** The content of an e-mail, before it is rendered as text and HTML. */
export type EmailContent = {
  subject: string
  /** Shown beside the subject in a list of mails */
  preview: string
  heading: string
  greeting: string
  paragraphs: readonly string[]
  /** Advice for the recipient, in a box of its own */
  advice: readonly string[]
  facts: readonly { label: string; value: string }[]
  action: { label: string; url: string } | null
  /** Paragraphs after the button */
  afterwards: readonly string[]
  /** Why the recipient received it */
  footnote: string
}

/** For a message with a text of its own: its paragraphs; the first that is only a link becomes the button. */
export function emailOfText(subject: string, body: string): EmailContent {
  const [greeting = '', ...paragraphs] = body.split(/\n{2,}/)
  const link = paragraphs.findIndex((paragraph) => /^https?:\/\/\S+$/.test(paragraph))
  const [before, after] =
    link < 0 ? [paragraphs, []] : [paragraphs.slice(0, link), paragraphs.slice(link + 1)]
  return {
    subject,
    preview: paragraphs[0] ?? '',
    heading: subject,
    greeting,
    paragraphs: before,
    advice: [],
    facts: [],
    action: link < 0 ? null : { label: 'Open the link', url: paragraphs[link] ?? '' },
    afterwards: after,
    footnote: 'You receive this mail because it was asked for at Jaanch.',
  }
}

/** The text part of an e-mail, for programs without HTML. */
export function renderText({
  greeting,
  paragraphs,
  advice,
  facts,
  action,
  afterwards,
  footnote,
}: EmailContent): string {
  const widest = Math.max(0, ...facts.map(({ label }) => label.length))
  const lines = facts.map(({ label, value }) => {
    const [first, ...more] = value.split('\n')
    return [
      `${`${label}:`.padEnd(widest + 2)} ${first}`,
      ...more.map((line) => ' '.repeat(widest + 3) + line),
    ].join('\n')
  })
  const parts = [
    greeting,
    ...paragraphs,
    ...advice,
    lines.join('\n'),
    action ? `${action.label}:\n${action.url}` : '',
    ...afterwards,
    `--\nJaanch. ${footnote}`,
  ]
  return parts.filter(Boolean).join('\n\n')
}

export function linkTo(publicUrl: string, path: string): string {
  return new URL(path, publicUrl).href
}

/** Colours of the client's light theme in sRGB, and of its dark theme for mail programs in dark mode. */
const light = {
  canvas: '#f4f9f9',
  surface: '#ffffff',
  ink: '#17252d',
  soft: '#51626c',
  line: '#dbe4e6',
  sunken: '#f2f7f7',
  brand: '#0b7570',
  advice: '#e4f4f2',
  adviceInk: '#0a4f4b',
}
const dark = {
  canvas: '#0f181a',
  surface: '#162123',
  ink: '#e9efef',
  soft: '#a9b6b8',
  line: '#2a383a',
  sunken: '#1c292b',
  brand: '#4fc0b6',
  onBrand: '#04211f',
  advice: '#183532',
  adviceInk: '#a5e3dc',
}

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** For programs that support it: phones and dark mode. Everything essential is inline. */
const style = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; padding: 0; }
  a { text-decoration: none; }
  @media (max-width: 480px) {
    .outer { padding: 20px 0 24px !important; }
    .card { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
    .pad { padding-left: 22px !important; padding-right: 22px !important; }
    .heading { font-size: 23px !important; }
    .label { width: 88px !important; }
    .button a { display: block !important; text-align: center !important; }
    .button table { width: 100% !important; }
  }
  @media (prefers-color-scheme: dark) {
    .canvas { background: ${dark.canvas} !important; }
    .card { background: ${dark.surface} !important; border-color: ${dark.line} !important; }
    .ink { color: ${dark.ink} !important; }
    .soft { color: ${dark.soft} !important; }
    .facts { background: ${dark.sunken} !important; border-color: ${dark.line} !important; }
    .advice { background: ${dark.advice} !important; border-color: ${dark.brand} !important; color: ${dark.adviceInk} !important; }
    .row { border-color: ${dark.line} !important; }
    .cta { background: ${dark.brand} !important; }
    .cta a { color: ${dark.onBrand} !important; }
    .link { color: ${dark.brand} !important; }
  }`

/** An e-mail as HTML: tables and inline styles, which mail programs render alike; no image, no script. */
export function renderHtml(email: EmailContent, publicUrl: string): string {
  const { subject, preview, heading, greeting, paragraphs, advice, facts, action, afterwards, footnote } =
    email
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${escapeHtml(subject)}</title>
<style>${style}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${light.canvas};">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${escapeHtml(preview)}${'&#8199;&#847; '.repeat(40)}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:${light.canvas};">
<tr><td class="outer" align="center" style="padding:32px 16px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;">
<tr><td class="pad" style="padding:0 4px 18px;">${wordmark()}</td></tr>
<tr><td class="card" style="background:${light.surface};border:1px solid ${light.line};border-radius:16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
<tr><td class="pad" style="padding:34px 36px 12px;font-family:${font};">
<h1 class="ink heading" style="margin:0 0 18px;font-size:25px;line-height:1.25;font-weight:700;letter-spacing:-0.01em;color:${light.ink};">${escapeHtml(heading)}</h1>
${[greeting, ...paragraphs].filter(Boolean).map(paragraph).join('\n')}
${adviceBox(advice)}
${factTable(facts)}
${action ? button(action) : ''}
${afterwards.map(paragraph).join('\n')}
</td></tr>
</table>
</td></tr>
<tr><td class="pad soft" style="padding:20px 4px 0;font-family:${font};font-size:13px;line-height:1.55;color:${light.soft};">
${escapeHtml(footnote)}<br>
<a class="link" href="${escapeHtml(linkTo(publicUrl, '/'))}" style="color:${light.brand};text-decoration:underline;">Jaanch</a> &middot; Diagnostic tests, collected at home.
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** The logo is a letter on a coloured field: most programs hide images at first. */
function wordmark(): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="30" height="30" align="center" valign="middle" style="width:30px;height:30px;background:${light.brand};border-radius:9px;font-family:${font};font-size:17px;line-height:30px;font-weight:700;color:#ffffff;">J</td>
<td class="ink" style="padding-left:10px;font-family:${font};font-size:19px;font-weight:700;letter-spacing:-0.01em;color:${light.ink};">Jaanch</td>
</tr></table>`
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 14px;font-size:16px;line-height:1.6;color:${light.ink};">${escapeHtml(text)}</p>`
}

/** The advice, in a box of its own. */
function adviceBox(advice: readonly string[]): string {
  if (advice.length === 0) return ''
  const lines = advice.map((line) => `<div style="padding:3px 0;">${escapeHtml(line)}</div>`).join('')
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:6px 0 4px;"><tr>
<td class="advice" style="padding:10px 16px;background:${light.advice};border-left:4px solid ${light.brand};border-radius:4px 12px 12px 4px;font-size:15px;line-height:1.6;font-weight:600;color:${light.adviceInk};">${lines}</td>
</tr></table>`
}

function factTable(facts: EmailContent['facts']): string {
  if (facts.length === 0) return ''
  const rows = facts.map(({ label, value }, index) => {
    const border = index === 0 ? '' : `border-top:1px solid ${light.line};`
    return `<tr>
<td class="row soft label" width="104" valign="top" style="width:104px;padding:11px 0 11px 18px;${border}font-size:14px;line-height:1.5;color:${light.soft};">${escapeHtml(label)}</td>
<td class="row ink" valign="top" style="padding:11px 18px 11px 12px;${border}font-size:14px;line-height:1.5;font-weight:600;color:${light.ink};">${escapeHtml(value).replaceAll('\n', '<br>')}</td>
</tr>`
  })
  return `<table class="facts" width="100%" cellpadding="0" cellspacing="0" style="margin:22px 0 4px;background:${light.sunken};border:1px solid ${light.line};border-radius:12px;border-collapse:separate;">
${rows.join('\n')}
</table>`
}

function button({ label, url }: { label: string; url: string }): string {
  return `<div class="button" style="margin:24px 0 22px;"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td class="cta" style="background:${light.brand};border-radius:10px;"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 26px;font-family:${font};font-size:16px;line-height:1.3;font-weight:600;color:#ffffff;text-decoration:none;">${escapeHtml(label)}</a></td>
</tr></table></div>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
