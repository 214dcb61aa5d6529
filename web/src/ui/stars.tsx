import { Star } from 'lucide-react'
import { cn } from '@/lib/class-names'

/** From one star to five, in one word each. */
export const starWords = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const

export function Stars({ stars, className }: { stars: number; className?: string }) {
  return (
    <span
      role="img"
      aria-label={`${stars} of ${starWords.length} stars`}
      className={cn('inline-flex gap-0.5', className)}
    >
      {starWords.map((word, index) => (
        <Star
          key={word}
          aria-hidden
          className={cn('size-4', index < stars ? 'fill-accent text-accent' : 'text-line-strong')}
        />
      ))}
    </span>
  )
}
