import type { PackageView } from '@jaanch/contracts/http/packages'
import { Skeleton } from '@/ui/skeleton'

type ParameterListProps = { parameters: PackageView['testParameters']; loading: boolean }

export function ParameterList({ parameters, loading }: ParameterListProps) {
  if (loading) return <Skeleton className="mt-5 h-40 w-full" />
  if (parameters.length === 0) return null
  return (
    <section className="mt-5">
      <h3 className="font-semibold">
        Parameters covered <span className="font-normal text-ink-soft">({parameters.length})</span>
      </h3>
      <ul className="mt-2 divide-y rounded-lg border">
        {parameters.map((parameter) => (
          <li key={parameter.name} className="flex justify-between gap-4 px-3.5 py-2">
            <span className="min-w-0">{parameter.name}</span>
            <span className="shrink-0 text-right text-ink-soft text-xs leading-6 tabular-nums">
              {parameter.normalRange} {parameter.unit}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
