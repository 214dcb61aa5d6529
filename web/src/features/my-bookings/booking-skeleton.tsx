import { Card } from '@/ui/card'
import { Skeleton } from '@/ui/skeleton'
import { list as texts } from './texts'

export function BookingSkeleton() {
  return (
    <div role="status" aria-label={texts.loading} className="grid grid-cols-1 gap-4">
      {[1, 2, 3].map((key) => (
        <Card key={key} className="overflow-hidden">
          <div className="p-5">
            <Skeleton className="h-6 w-56 max-w-full" />
            <Skeleton className="mt-3 h-6 w-2/5" />
            <Skeleton className="mt-2 h-5 w-20" />
            <div className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4">
              {[1, 2, 3, 4].map((fact) => (
                <Skeleton key={fact} className="h-11" />
              ))}
            </div>
          </div>
          <div className="border-t bg-sunken/50 p-5">
            <Skeleton className="h-64 md:h-17" />
          </div>
        </Card>
      ))}
    </div>
  )
}
