import { Columns3, Keyboard, LayoutList, Rows3 } from 'lucide-react'
import { Button } from '@/ui/button'
import { CheckMenu } from '@/ui/open-menu'
import { Segmented } from '@/ui/segmented'
import { Tooltip } from '@/ui/tooltip'
import { keys } from './list-keys'

const texts = {
  label: 'Layout',
  cards: 'Cards',
  table: 'Table',
  columns: 'Columns',
  shortcuts: 'Keyboard shortcuts',
}

export type Layout = 'cards' | 'table'

type ListToolsProps = {
  layout: Layout
  columns: readonly { id: string; label: string }[]
  hidden: readonly string[]
  onChange: (change: { layout?: Layout; hidden?: readonly string[] }) => void
  onHelp: () => void
}

const layouts = [
  { value: 'cards', label: texts.cards, icon: LayoutList },
  { value: 'table', label: texts.table, icon: Rows3 },
] as const

/** Chooses the layout of a list in a wide window: cards, or a table with the chosen columns. */
export function ListTools({ layout, columns, hidden, onChange, onHelp }: ListToolsProps) {
  return (
    <div className="ml-auto flex items-center gap-3">
      {layout === 'table' && (
        <CheckMenu
          label={texts.columns}
          icon={Columns3}
          items={columns.map(({ id, label }) => ({ id, label, checked: !hidden.includes(id) }))}
          onChange={(id, isShown) =>
            onChange({ hidden: isShown ? hidden.filter((each) => each !== id) : [...hidden, id] })
          }
        />
      )}
      <Segmented
        label={texts.label}
        value={layout}
        options={layouts}
        onChange={(next) => onChange({ layout: next })}
      />
      <Tooltip content={texts.shortcuts}>
        <Button
          icon={Keyboard}
          variant="ghost"
          size="icon"
          aria-label={texts.shortcuts}
          aria-keyshortcuts={keys.help}
          onClick={onHelp}
        />
      </Tooltip>
    </div>
  )
}
