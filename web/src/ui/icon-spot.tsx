import type { LucideIcon } from 'lucide-react'
import { cn } from '@/lib/class-names'

/** An icon on a coloured ground. @param className size, shape and colours of the ground */
export function IconSpot({ icon: Icon, className }: { icon: LucideIcon; className: string }) {
  return (
    <span className={cn('grid place-items-center [&_svg]:size-6', className)}>
      <Icon aria-hidden />
    </span>
  )
}
