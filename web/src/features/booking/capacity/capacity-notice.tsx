import { CalendarRange, CircleAlert } from 'lucide-react'
import { useDeclaredCapacity } from './calls'
import { declaredText, isIncomplete } from './capacity-form'

const texts = {
  title: 'What you collect',
  open: 'Open Settings to declare your area and your visits.',
}

/** To a lab: what it declared that it collects, and what follows if that lacks an area or visits. Mount it anew after a change. */
export function CapacityNotice({ labPartnerId }: { labPartnerId: string }) {
  const { data: capacity } = useDeclaredCapacity(labPartnerId)
  if (!capacity) return null
  const isLacking = isIncomplete(capacity)
  const Icon = isLacking ? CircleAlert : CalendarRange
  return (
    <div className="flex gap-2.5 text-xs sm:text-sm">
      <Icon
        className={isLacking ? 'size-5 shrink-0 text-accent-ink' : 'size-5 shrink-0 text-ink-soft'}
        aria-hidden
      />
      <p className="line-clamp-6 text-ink-soft">
        <span className="font-semibold text-ink">{texts.title}:</span> {declaredText(capacity)}
        {isLacking && ` ${texts.open}`}
      </p>
    </div>
  )
}
