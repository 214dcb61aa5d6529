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
