import { MapPin, Phone } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { buttonVariants } from '@/ui/button'
import type { Visit } from './local-round'
import { visit as texts } from './texts'

/** Call and directions, side by side. What the visit does not have is left out. */
export function ContactButtons({ visit, className }: { visit: Visit; className?: string }) {
  const { contactNumber, mapUrl } = visit
  if (!contactNumber && !mapUrl) return null
  const style = buttonVariants({ variant: 'soft', size: 'lg', className: 'grow px-3 text-sm' })
  return (
    <div className={cn('flex gap-2', className)}>
      {contactNumber && (
        <a href={`tel:${contactNumber}`} className={style}>
          <Phone aria-hidden />
          {texts.call}
        </a>
      )}
      {mapUrl && (
        <a href={mapUrl} target="_blank" rel="noreferrer" className={style}>
          <MapPin aria-hidden />
          {texts.directions}
        </a>
      )}
    </div>
  )
}
