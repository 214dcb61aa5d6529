import type { SavedView } from '@jaanch/account/users/api'
import { Bookmark, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { mutate } from 'swr'
import { useCommand } from '@/components/use-command'
import { useList } from '@/lib/cache/use-resource'
import { cn } from '@/lib/class-names'
import { ignoreMissing } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Popover } from '@/ui/popover'

const texts = {
  label: 'Views',
  none: 'Choose a tab, filters and a day, then save them under a name.',
  name: 'Save this view as',
  save: 'Save',
  failed: 'Failed to save the view',
  remove: (name: string) => `Remove ${name}`,
  removeFailed: 'Failed to remove the view',
}

/** The views that the user saved of this list: what was chosen in the address, under a name. */
export function SavedViews({ page }: { page: ViewPage }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [search] = useSearchParams()
  const query = queryOf(search)
  const { rows } = useSavedViews(page)
  const current = rows.find((view) => view.query === query)
  return (
    <>
      <Button ref={button} variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Bookmark className={cn(current && 'fill-current')} aria-hidden />
        <span className="max-w-40 truncate">{current?.name ?? texts.label}</span>
      </Button>
      {isOpen && (
        <Popover anchor={button} label={texts.label} onClose={() => setOpen(false)}>
          <div className="grid gap-3 p-3">
            {rows.length === 0 && <p className="px-1 text-ink-soft text-xs">{texts.none}</p>}
            <ul className="grid">
              {rows.map((view) => (
                <ViewRow key={view.id} view={view} onClose={() => setOpen(false)} />
              ))}
            </ul>
            <SaveForm page={page} query={query} />
          </div>
        </Popover>
      )}
    </>
  )
}

/** Neither the open booking nor the tab of the page around the list belong to a view; a search may be for a person, which is not kept. */
function queryOf(search: URLSearchParams): string {
  const rest = new URLSearchParams(search)
  for (const name of ['id', 'tab', 'q']) rest.delete(name)
  rest.sort()
  return rest.toString()
}

function ViewRow({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const [search, setSearch] = useSearchParams()
  const { run, busy } = useCommand({ send: () => removeView(view), failed: texts.removeFailed })
  return (
    <li className="flex items-center">
      <button
        type="button"
        className="min-h-11 min-w-0 grow truncate rounded-lg px-3 text-left font-medium text-sm hover:bg-sunken"
        onClick={() => {
          onClose()
          noteUse(view)
          const next = new URLSearchParams(view.query)
          const tab = search.get('tab')
          if (tab) next.set('tab', tab)
          setSearch(next, { preventScrollReset: true })
        }}
      >
        {view.name}
      </button>
      <Button
        variant="ghost"
        size="icon"
        loading={busy}
        aria-label={texts.remove(view.name)}
        onClick={() => void run()}
      >
        {!busy && <X aria-hidden />}
      </Button>
    </li>
  )
}

function SaveForm({ page, query }: { page: ViewPage; query: string }) {
  const { register, handleSubmit, reset } = useForm({ defaultValues: { name: '' } })
  const { run, busy } = useCommand({
    send: ({ name }: { name: string }) => saveView({ page, name: name.trim(), query }),
    done: () => reset(),
    failed: texts.failed,
  })
  return (
    <form onSubmit={handleSubmit(run)} className="flex items-end gap-2 border-t pt-3">
      <Field label={texts.name} className="min-w-0 grow">
        <Input maxLength={40} autoComplete="off" required {...register('name', { required: true })} />
      </Field>
      <Button type="submit" loading={busy}>
        {texts.save}
      </Button>
    </form>
  )
}

const views = '/api/users/me/views'

export type ViewPage = SavedView['page']

/** The caller's saved views of a list. */
function useSavedViews(page: ViewPage) {
  const list = useList(views)
  return { ...list, rows: list.rows.filter((view) => view.page === page) }
}

async function saveView(body: Omit<SavedView, 'id'>): Promise<SavedView> {
  const view = await call('PUT', views, { body })
  await mutate(views)
  return view
}

/** Says that a view is used, so that it is kept. Nobody waits for it. */
function noteUse({ id }: Pick<SavedView, 'id'>): void {
  call('PUT', '/api/users/me/views/:id/use', { params: { id } }).catch((error: unknown) => {
    console.warn('That a view was used is noted the next time', error)
  })
}

async function removeView({ id }: Pick<SavedView, 'id'>): Promise<void> {
  await ignoreMissing(call('DELETE', '/api/users/me/views/:id', { params: { id } }))
  await mutate(views)
}
