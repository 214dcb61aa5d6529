/** The blocks of docs/server.md that somebody who follows it types. */
export type Block = {
  /** The title of the section, such as `4. Installation` */
  section: string
  /** The words after `sh`: for whom or when the block is; none: for everybody */
  tags: string[]
  commands: string
  /** The output that the page promises; … stands for any characters of a line */
  shown: string[]
}

const fence = /^```(\w*) ?([^\n]*)\n([\s\S]*?)^```$/gm

/** @returns the shell blocks in the order of the page; a `text` block belongs to the shell block before it */
export function readBlocks(page: string): Block[] {
  const blocks: Block[] = []
  for (const match of page.matchAll(fence)) {
    const [, language = '', info = '', content = ''] = match
    if (language === 'text') blocks.at(-1)?.shown.push(...content.split('\n').filter(Boolean))
    if (language !== 'sh') continue
    blocks.push({
      section: lastHeading(page.slice(0, match.index)),
      tags: info.split(' ').filter(Boolean),
      commands: content,
      shown: [],
    })
  }
  return blocks
}

function lastHeading(text: string): string {
  return [...text.matchAll(/^##+ (.+)$/gm)].at(-1)?.[1] ?? ''
}

/** @returns the lines of the page that the output does not contain */
export function findUnseen(shown: readonly string[], output: string): string[] {
  return shown.filter((line) => !patternOf(line).test(output))
}

/** Blanks of the page stand for any number of blanks: columns have other widths on another machine. */
function patternOf(line: string): RegExp {
  const escaped = line.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(escaped.replaceAll('…', '.*').replaceAll(/ +/g, ' +'))
}
