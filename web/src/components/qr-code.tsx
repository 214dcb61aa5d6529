import { encode } from 'uqr'
import { cn } from '@/lib/class-names'

/** Dark on light in both themes, which all cameras read. With error correction M, which SMART Health Links recommend. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { border: 2, ecc: 'M' })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cn('rounded-lg border', className)}
    >
      <rect width={size} height={size} fill="white" />
      <path d={squares.join('')} fill="black" />
    </svg>
  )
}
