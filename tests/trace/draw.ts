/** A step of a trace: a span of a service, or what a browser measured. Times in ms */
export type Step = { where: string; name: string; start: number; end: number }

const rowHeight = 26
const [left, chart, right] = [330, 640, 110]
const top = 64
const colours: Record<string, string> = {
  'browser of the customer': '#0f766e',
  'jaanch-api': '#2563eb',
  'jaanch-projector': '#7c3aed',
  'jaanch-workers': '#b45309',
  'browser of the admin': '#be123c',
}

/** Draws the steps one below the other in the order of their beginnings, on an axis of ms since the first one. @returns SVG */
export function drawTrace(title: string, steps: readonly Step[]): string {
  const sorted = steps.toSorted((one, other) => one.start - other.start || other.end - one.end)
  const begin = sorted[0]?.start ?? 0
  const length = Math.max(1, ...sorted.map(({ end }) => end - begin))
  const x = (at: number) => left + ((at - begin) / length) * chart
  const height = top + sorted.length * rowHeight + 16
  const width = left + chart + right
  const rows = sorted.map(({ where, name, start, end }, row) => {
    const y = top + row * rowHeight
    const colour = colours[where] ?? '#475569'
    const bar = Math.max(3, x(end) - x(start))
    return [
      `<text x="16" y="${y + 17}" fill="${colour}">${escaped(where.replace('jaanch-', ''))}</text>`,
      `<text x="${left - 12}" y="${y + 17}" text-anchor="end">${escaped(name)}</text>`,
      `<rect x="${x(start)}" y="${y + 5}" width="${bar}" height="16" rx="3" fill="${colour}"/>`,
      `<text x="${x(start) + bar + 6}" y="${y + 17}" class="time">+${ms(start - begin)}, ${ms(end - start)} ms</text>`,
    ].join('')
  })
  const lines = ticks(length).map(
    (at) =>
      `<line x1="${x(begin + at)}" x2="${x(begin + at)}" y1="${top - 4}" y2="${height - 12}" stroke="#e2e8f0"/>` +
      `<text x="${x(begin + at)}" y="${top - 12}" text-anchor="middle" class="time">${at} ms</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<style>text { font: 13px system-ui, sans-serif; fill: #0f172a } .time { font-size: 11px; fill: #475569 }</style>
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="16" y="26" style="font-weight: 600; font-size: 15px">${escaped(title)}</text>
${[...lines, ...rows].join('\n')}
</svg>
`
}

/** About eight of them, at round numbers. */
function ticks(length: number): number[] {
  const size = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000].find((each) => length / each <= 8) ?? 5_000
  return Array.from({ length: Math.floor(length / size) + 1 }, (_, n) => n * size)
}

const ms = (time: number) => (time < 10 ? time.toFixed(1) : String(Math.round(time)))

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
