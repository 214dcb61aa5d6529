import { useStore } from '@/lib/store'
import { Dialog } from '@/ui/dialog'
import { Switch } from '@/ui/switch'
import { keys, type ListKey, shortcutsEnabled } from './list-keys'

/** Texts of parts that load when they are opened: in a file that the lists do not load. */
const texts = {
  title: 'Keyboard shortcuts',
  description: 'They act on the row that has the focus, and never while you type.',
  isOn: 'Single keys act',
  names: {
    search: 'Search',
    nextRow: 'Next booking',
    previousRow: 'Booking before',
    open: 'Open',
    assign: 'Assign a lab',
    advance: 'Update Status',
    select: 'Select',
    report: 'Attach Report',
    help: 'Show these keys',
  } satisfies Record<ListKey, string>,
}

type ShortcutsDialogProps = {
  /** Those that the list has */
  names: readonly ListKey[]
  onClose: () => void
}

export function ShortcutsDialog({ names, onClose }: ShortcutsDialogProps) {
  const isOn = useStore(shortcutsEnabled)
  return (
    <Dialog onClose={onClose} title={texts.title} description={texts.description}>
      <Switch label={texts.isOn} checked={isOn} onChange={shortcutsEnabled.set} />
      <dl className="mt-2 divide-y">
        {names.map((name) => (
          <div key={name} className="flex min-h-11 items-center justify-between gap-4">
            <dt>{texts.names[name]}</dt>
            <dd>
              <kbd className="rounded-md border bg-sunken px-2 py-1 font-semibold text-xs">{keys[name]}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
