import { type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { Named } from '@/ui/named'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import { list as texts } from './texts'

type EditableListProps<Row> = {
  title: string
  noun: string
  addIcon: LucideIcon
  emptyText: string
  list: { rows: readonly Row[]; loading: boolean }
  present: (row: Row) => EntryTexts
  /** The question before an entry is removed */
  removal: (row: Row) => { title: string; description: string }
  onRemove: (row: Row) => Promise<void>
  /** The dialog for a new entry, or for the given one */
  children: (row: Row | undefined, onClose: () => void) => ReactNode
}

type EntryTexts = {
  icon: LucideIcon | string
  title: string
  details: ReactNode
  /** Completes the accessible names of the buttons: 'Edit …' */
  name: string
}

export function EditableList<Row extends { id: string }>({
  title,
  noun,
  addIcon: AddIcon,
  emptyText,
  list,
  present,
  removal,
  onRemove,
  children,
}: EditableListProps<Row>) {
  const [editing, setEditing] = useState<Row | 'new'>()
  const [removing, setRemoving] = useState<Row>()
  return (
    <Panel
      size="lg"
      title={title}
      action={
        <Button variant="soft" size="sm" onClick={() => setEditing('new')}>
          <AddIcon aria-hidden />
          <Named of={noun}>{texts.add}</Named>
        </Button>
      }
    >
      {list.loading && (
        <div role="status" aria-label={texts.loading} className="grid gap-6 p-5">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      )}
      {!list.loading && list.rows.length === 0 && (
        <p className="px-5 py-8 text-center text-ink-soft">{emptyText}</p>
      )}
      {list.rows.length > 0 && (
        <ul className="divide-y">
          {list.rows.map((row) => (
            <Entry
              key={row.id}
              {...present(row)}
              onEdit={() => setEditing(row)}
              onRemove={() => setRemoving(row)}
            />
          ))}
        </ul>
      )}
      {editing && children(editing === 'new' ? undefined : editing, () => setEditing(undefined))}
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setRemoving(undefined)}
          {...removal(removing)}
          confirmLabel={texts.remove}
          cancelLabel={texts.cancel}
          onConfirm={() => void onRemove(removing)}
        />
      )}
    </Panel>
  )
}

type EntryProps = EntryTexts & { onEdit: () => void; onRemove: () => void }

/** On phones the details use the full width, below the buttons too. */
function Entry({ icon: Icon, title, details, name, onEdit, onRemove }: EntryProps) {
  return (
    <li className="grid animate-rise grid-cols-[auto_1fr_auto] items-center gap-x-3 py-3 pr-3 pl-5">
      <span
        className="grid size-10 place-items-center self-start rounded-full bg-brand-soft font-semibold text-brand-ink text-xs sm:row-span-2"
        aria-hidden
      >
        {typeof Icon === 'string' ? Icon : <Icon className="size-5" />}
      </span>
      <p className="min-w-0 font-semibold">{title}</p>
      <div className="flex sm:row-span-2">
        <Button variant="ghost" size="icon" aria-label={`${texts.edit} ${name}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
        <Button variant="ghost" size="icon" aria-label={`${texts.remove} ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
      <div className="col-span-2 col-start-2 min-w-0 pr-2 text-ink-soft text-xs sm:col-span-1">{details}</div>
    </li>
  )
}
