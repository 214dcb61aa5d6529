import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import { Badge } from '@/ui/badge'
import { percentOff } from './package-facts'

type PriceProps = { price: number; originalPrice: number | null; className?: string }

export function Price({ price, originalPrice, className }: PriceProps) {
  const off = percentOff(price, originalPrice)
  return (
    <p className={cn('flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums', className)}>
      <span className="font-bold text-xl">{rupeesText(price)}</span>
      {off > 0 && originalPrice !== null && (
        <>
          <s className="text-ink-soft">
            <span className="sr-only">Original price </span>
            {rupeesText(originalPrice)}
          </s>
          <Badge variant="accent">{off}% off</Badge>
        </>
      )}
    </p>
  )
}
