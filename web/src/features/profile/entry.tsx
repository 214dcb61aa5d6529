import { type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/ui/button'

type EntryProps = {
  icon: LucideIcon | string
  title: string
  note: ReactNode
  /** What the buttons are about, for who can't see where they stand */
  of: string
  onEdit: () => void
  onRemove: () => void
}

/** A person or an address in a list of the profile. On phones the note has the width under the buttons too. */
export function Entry({ icon: Icon, title, note, of, onEdit, onRemove }: EntryProps) {
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
        <Button variant="ghost" size="icon" aria-label={`Edit ${of}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
        <Button variant="ghost" size="icon" aria-label={`Remove ${of}`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </div>
      <div className="col-span-2 col-start-2 min-w-0 pr-2 text-ink-soft text-xs sm:col-span-1">{note}</div>
    </li>
  )
}
