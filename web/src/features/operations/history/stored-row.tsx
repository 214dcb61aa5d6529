import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { serverText } from '@/lib/http/api-error'
import { eventsOfPath, tracePath } from '@/lib/paths'
import type { useRefold } from '@/lib/resources/operations/history'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import { FieldName } from './field-name'
import type { RowAt } from './fields-at'
import { MadeBy } from './made-by'
import { stored as texts, valueText } from './texts'

const RefoldDialog = lazyDialog(async () => (await import('./refold-dialog')).RefoldDialog)

type StoredRowProps = {
  of: string
  rows: readonly RowAt[]
  refold: ReturnType<typeof useRefold>
}

/** What the read tables contain now, compared with the fold: a wrong row is seen at once, and mended. */
export function StoredRow({ of, rows, refold: { data, error, mutate } }: StoredRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const live = data?.generations.find(({ state }) => state === 'live')
  const differences = live?.differences ?? []
  const isWrong = data?.generations.some((one) => one.differences.length > 0) ?? false
  return (
    <Panel
      title={texts.title}
      action={
        <div className="flex flex-wrap justify-end gap-2">
          <ButtonLink variant="outline" size="sm" to={eventsOfPath(of)}>
            {texts.events}
          </ButtonLink>
          {!of.startsWith('lab-') && (
            <ButtonLink variant="outline" size="sm" to={tracePath(of)}>
              {texts.trace}
            </ButtonLink>
          )}
          {isWrong && (
            <Button variant="danger" size="sm" onClick={() => setIsOpen(true)}>
              {texts.refold}
            </Button>
          )}
        </div>
      }
    >
      <div className="grid gap-2 px-4 py-3 sm:px-5">
        <p className="break-all text-ink-soft text-xs">{of}</p>
        {data ? (
          <p className="flex flex-wrap items-center gap-2">
            {isWrong ? (
              <Badge variant="error" icon={CircleAlert}>
                {texts.differs}
              </Badge>
            ) : (
              <Badge variant="success" icon={CircleCheck}>
                {texts.same}
              </Badge>
            )}
            <span className="text-ink-soft text-sm">
              {live ? texts.live(live.generation, live.position) : texts.notLive}
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
              <th className="px-4 py-2 font-medium sm:px-5">{texts.field}</th>
              <th className="px-2 py-2 font-medium">{texts.inTable}</th>
              <th className="px-2 py-2 font-medium">{texts.fromEvents}</th>
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
                <td className="break-words px-2 py-2">
                  {valueText(after)}
                  <ShouldBeMadeBy rows={rows} table={table} rowKey={key} path={path} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isOpen && data && (
        <RefoldDialog
          of={of}
          mayMiscount={data.mayMiscount}
          onMended={() => mutate()}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Panel>
  )
}

type ShouldBeMadeByProps = { rows: readonly RowAt[]; table: string; rowKey: string; path: string }

/** The event that makes a field in the fold; nothing if the fold has no such field */
function ShouldBeMadeBy({ rows, table, rowKey, path }: ShouldBeMadeByProps) {
  const row = rows.find((one) => one.table === table && one.key === rowKey)
  const field = row?.fields.find((one) => one.path === path)
  return (
    field && (
      <span className="mt-1 block text-xs">
        {texts.madeBy} <MadeBy event={field.madeBy} />
      </span>
    )
  )
}
