import type { EmailContent } from './template.ts'

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
