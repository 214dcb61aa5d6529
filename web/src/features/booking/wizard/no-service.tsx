import { MapPinOff } from 'lucide-react'
import { completePincode, useArea } from '@/features/catalogue/location/geocode-calls'
import { cn } from '@/lib/class-names'

type NoServiceProps = {
  pincode: string
  /** As long as the PIN code is not complete */
  city: string | null
  className?: string
}

/** Says that no lab is near a place. The customer can book all the same: an admin may find a lab. */
export function NoService({ pincode, city, className }: NoServiceProps) {
  const area = useArea({ pincode: completePincode(pincode), city })
  return (
    <div role="status" className={cn('empty:hidden', className)}>
      {area && !area.isServed && (
        <p className="flex gap-3 rounded-xl bg-accent-soft px-4 py-3 text-accent-ink">
          <MapPinOff className="mt-0.5 size-5 shrink-0" aria-hidden />
          {`No lab near ${area.city} works with us yet. You can book all the same; please call us first, so that we can tell you whether somebody can come.`}
        </p>
      )}
    </div>
  )
}
