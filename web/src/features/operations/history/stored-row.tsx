import { CircleAlert, CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { countText } from '@/lib/format/numbers'
import { serverText } from '@/lib/http/api-error'
import type { useRefold } from '@/lib/resources/operations/history'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import { FieldName } from './field-name'
import { valueText } from './texts'

const RefoldDialog = lazy(async () => ({ default: (await import('./refold-dialog')).RefoldDialog }))

type StoredRowProps = { of: string; refold: ReturnType<typeof useRefold> }

/** What the read tables contain now, compared with the fold: a wrong row is seen at once, and mended. */
export function StoredRow({ of, refold: { data, error, mutate } }: StoredRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const live = data?.generations.find(({ state }) => state === 'live')
  const differences = live?.differences ?? []
  const isWrong = data?.generations.some((one) => one.differences.length > 0) ?? false
  return (
    <Panel
      title="In the read tables"
      action={
        isWrong && (
          <Button variant="danger" size="sm" onClick={() => setIsOpen(true)}>
            Refold
          </Button>
        )
      }
    >
      <div className="grid gap-2 px-4 py-3 sm:px-5">
        <p className="break-all text-ink-soft text-xs">{of}</p>
        {data ? (
          <p className="flex flex-wrap items-center gap-2">
            {isWrong ? (
              <Badge variant="error" icon={CircleAlert}>
                Differs from its events
              </Badge>
            ) : (
              <Badge variant="success" icon={CircleCheck}>
                As its events say
              </Badge>
            )}
            <span className="text-ink-soft text-sm">
              {live
                ? `Generation ${live.generation}, at event ${countText(live.position)}`
                : 'No generation of this model version is live.'}
            </span>
          </p>
        ) : error ? (
          <p className="text-error text-sm">{serverText(error)}</p>
        ) : (
          <Skeleton className="h-6 w-64" />
        )}
      </div>
      {differences.length > 0 && (
        <table className="w-full table-fixed border-t text-left text-sm">
          <thead className="text-ink-soft text-xs">
            <tr className="border-b">
              <th className="px-4 py-2 font-medium sm:px-5">Field</th>
              <th className="px-2 py-2 font-medium">In the table</th>
              <th className="px-2 py-2 font-medium">From the events</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ table, key, path, before, after }) => (
              <tr key={`${table} ${key} ${path}`} className="border-b align-top last:border-b-0">
                <th scope="row" className="break-words px-4 py-2 font-medium sm:px-5">
                  <span className="block font-normal text-ink-soft text-xs">{table}</span>
                  <FieldName path={path} />
                </th>
                <td className="break-words px-2 py-2 text-error">{valueText(before)}</td>
                <td className="break-words px-2 py-2">{valueText(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isOpen && data && (
        <Suspense>
          <RefoldDialog
            of={of}
            mayMiscount={data.mayMiscount}
            onMended={() => mutate()}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </Panel>
  )
}
