import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'

type DescriptionListProps = {
  items: readonly (readonly [term: string, details: ReactNode])[]
  /** stacked: details below the term; row: term left, details right; tile: stacked in a box */
  layout?: keyof typeof layouts
  className?: string
  detailsClassName?: string
  children?: ReactNode
}

const layouts = {
  stacked: { item: 'min-w-0', term: 'text-ink-soft text-xs', details: '' },
  row: {
    item: 'flex justify-between gap-6',
    term: 'shrink-0 text-ink-soft',
    details: 'min-w-0 text-balance text-right',
  },
  tile: {
    item: 'rounded-lg bg-sunken px-3.5 py-2.5',
    term: 'text-ink-soft text-xs',
    details: 'font-semibold',
  },
}

export function DescriptionList({
  items,
  layout = 'stacked',
  className,
  detailsClassName,
  children,
}: DescriptionListProps) {
  const classes = layouts[layout]
  return (
    <dl className={cn('grid', className)}>
      {items.map(([term, details]) => (
        <div key={term} className={classes.item}>
          <dt className={classes.term}>{term}</dt>
          <dd className={cn(classes.details, detailsClassName)}>{details}</dd>
        </div>
      ))}
      {children}
    </dl>
  )
}
