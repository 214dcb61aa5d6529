import type { ResultView } from '@jaanch/report/results/api'
import { cn } from '@/lib/class-names'
import { type Scale, scaleOf } from './scale'
import { scaleText } from './texts'

/** A result on its interval: the interval as a band, the result as a marker. Nothing for a text, and without an interval. */
export function ResultScale({ result }: { result: ResultView }) {
  const scale = scaleOf(result)
  if (!scale) return null
  const { band } = scale
  return (
    <span
      role="img"
      aria-label={scaleText(result, scale.relation)}
      className="relative block h-5 w-full min-w-24 [print-color-adjust:exact]"
    >
      <span className="absolute inset-x-0 top-2 h-1 rounded-full bg-line" />
      <span
        className="absolute top-1.5 h-2 rounded-full bg-brand/35 ring-1 ring-brand/60 ring-inset"
        style={{ left: `${band.from}%`, width: `${band.to - band.from}%` }}
      />
      <Marker scale={scale} flag={result.flag} />
    </span>
  )
}

function Marker({ scale, flag }: { scale: Scale; flag: ResultView['flag'] }) {
  const { marker, beyond, relation } = scale
  const colour = colourOf(scale, flag)
  const isStretch = marker.to - marker.from > 1
  return (
    <>
      {isStretch && (
        <span
          className={cn('absolute top-2 h-1 rounded-full', colour)}
          style={{ left: `${marker.from}%`, width: `${marker.to - marker.from}%` }}
        />
      )}
      {(isStretch ? [marker.from, marker.to] : [marker.from]).map((position) => (
        <span
          key={position}
          className={cn(
            'absolute -translate-x-1/2 ring-2 ring-surface',
            colour,
            shapeOf(isEnd(position, scale), relation, isStretch),
          )}
          style={{ left: `${position}%` }}
        />
      ))}
      {beyond.left && <Arrow side="left" colour={colour} />}
      {beyond.right && <Arrow side="right" colour={colour} />}
    </>
  )
}

/** Whether an arrow stands there in place of the marker. */
function isEnd(position: number, { marker, beyond }: Scale): boolean {
  return (beyond.left && position === marker.from) || (beyond.right && position === marker.to)
}

function shapeOf(isHidden: boolean, relation: Scale['relation'], isStretch: boolean): string {
  if (isHidden) return 'hidden'
  if (isStretch) return 'top-1 h-3 w-1 rounded-full'
  return relation === 'within' ? 'top-1 size-3 rounded-full' : 'top-1 size-3 rotate-45 rounded-[2px]'
}

function colourOf({ relation }: Scale, flag: ResultView['flag']): string {
  if (flag === 'critical-low' || flag === 'critical-high') return 'bg-error'
  if (relation === 'below' || relation === 'above') return 'bg-accent-ink'
  return relation === 'unclear' ? 'bg-ink-soft' : 'bg-brand-ink'
}

const arrows = {
  left: 'left-0 [clip-path:polygon(100%_0,100%_100%,0_50%)]',
  right: 'right-0 [clip-path:polygon(0_0,0_100%,100%_50%)]',
}

function Arrow({ side, colour }: { side: keyof typeof arrows; colour: string }) {
  return <span className={cn('absolute top-1 h-3 w-2.5', colour, arrows[side])} />
}
