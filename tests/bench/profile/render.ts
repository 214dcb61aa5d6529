import type { Frame } from './profile.ts'

const width = 1_400
const rowHeight = 16
/** Narrower frames are left out: nobody could read them, and the picture stays below 200 kB. */
const narrowest = 4
const characterWidth = 6.2

/** @returns a flame graph as SVG: the callers below, the widths by time; the whole name is the tooltip */
export function renderFlameGraph(root: Frame, title: string): string {
  const scale = width / root.total
  const boxes: string[] = []
  let deepest = 0
  function draw(frame: Frame, x: number, depth: number): void {
    const boxWidth = frame.total * scale
    if (boxWidth < narrowest) return
    deepest = Math.max(deepest, depth)
    boxes.push(box(frame, x, depth, boxWidth, frame.total / root.total))
    let childX = x
    for (const child of frame.children) {
      draw(child, childX, depth + 1)
      childX += child.total * scale
    }
  }
  draw(root, 0, 0)
  const height = (deepest + 1) * rowHeight + 30
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="10">
<title>${escapeXml(title)}</title>
<rect width="${width}" height="${height}" fill="#fff"/><text x="6" y="16" font-size="13">${escapeXml(title)}</text>
<g transform="translate(0 ${height - rowHeight})" stroke="#fff" stroke-width=".5">
${boxes.join('\n')}
</g></svg>
`
}

function box({ name }: Frame, x: number, depth: number, boxWidth: number, share: number): string {
  const y = -depth * rowHeight
  const letters = Math.floor((boxWidth - 4) / characterWidth)
  const text = letters < 3 ? '' : name.length <= letters ? name : `${name.slice(0, letters - 1)}…`
  const label =
    text && `<text x="${(x + 2).toFixed(1)}" y="${y + 12}" stroke="none">${escapeXml(text)}</text>`
  return `<g><title>${escapeXml(name)}, ${(share * 100).toFixed(1)} %</title><rect x="${x.toFixed(1)}" y="${y}" width="${boxWidth.toFixed(1)}" height="${rowHeight}" fill="${colourOf(name)}"/>${label}</g>`
}

/** Ours orange, packages blue, Node and V8 grey. */
function colourOf(name: string): string {
  if (/ (packages|services|infra|tests)\//.test(name)) return '#f6b26b'
  return / node:|^\(|^[^ ]+$/.test(name) ? '#d9d9d9' : '#a4c2f4'
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
