import { cn } from '@/lib/class-names'

export function Skeleton({ className }: { className?: string }) {
  return <div className={cn('animate-pulse rounded-md bg-sunken', className)} />
}

type SkeletonBlocksProps = { label?: string; className: string; blocks: readonly string[] }

/** Grey blocks in place of content that loads. @param blocks the classes of each */
export function SkeletonBlocks({ label = 'Loading', className, blocks }: SkeletonBlocksProps) {
  return (
    <div role="status" aria-label={label} className={className}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={index} className={block} />
      ))}
    </div>
  )
}

type SkeletonListProps = { count: number; className?: string; itemClassName: string }

export function SkeletonList({ count, className, itemClassName }: SkeletonListProps) {
  return (
    <div role="status" aria-label="Loading" className={className}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className={cn('rounded-xl border bg-surface p-5', itemClassName)}>
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-1/2" />
        </div>
      ))}
    </div>
  )
}
