import type { HistoryStep } from '@jaanch/contracts/http/operations/history'
import { useEffect, useRef } from 'react'
import { cn } from '@/lib/class-names'
import { countText } from '@/lib/format/numbers'
import { istText } from './texts'

type EventListProps = { steps: readonly HistoryStep[]; index: number; onSelect: (index: number) => void }

/** The events as a list; the selected one is scrolled into it. */
export function EventList({ steps, index, onSelect }: EventListProps) {
  const scroller = useRef<HTMLOListElement>(null)

  useEffect(() => {
    const list = scroller.current
    const item = list?.children[index] as HTMLElement | undefined
    if (!list || !item) return
    // scrollIntoView would move the page as well
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight]
    if (top < list.scrollTop) list.scrollTop = top
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
  }, [index])

  return (
    <ol ref={scroller} className="relative max-h-56 overflow-y-auto p-2 lg:max-h-[32rem]">
      {steps.map(({ version, position, type, at, actor }, place) => (
        <li key={version}>
          <button
            type="button"
            aria-current={place === index ? 'step' : undefined}
            onClick={() => onSelect(place)}
            className={cn(
              'grid min-h-11 w-full rounded-lg px-3 py-2 text-left -outline-offset-2 hover:bg-sunken',
              place === index && 'bg-brand-soft text-brand-ink hover:bg-brand-soft',
            )}
          >
            <span className="break-words font-semibold text-sm">{type}</span>
            <span className={cn('text-xs', place !== index && 'text-ink-soft')}>
              {istText(at)} · {countText(position)} · {actor}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
