import type { PackageView } from '@jaanch/contracts/http/packages'
import { useState } from 'react'
import { rupeesText } from '@/lib/format/numbers'
import { Checkbox } from '@/ui/checkbox'
import { Input } from '@/ui/input'
import { Skeleton } from '@/ui/skeleton'
import { picker as texts } from './texts'

type PackagePickerProps = {
  packages: readonly PackageView[]
  loading: boolean
  /** Selected and not removable */
  fixedIds: readonly string[]
  selectedIds: readonly string[]
  onChange: (selectedIds: readonly string[]) => void
}

export function PackagePicker({ packages, loading, fixedIds, selectedIds, onChange }: PackagePickerProps) {
  const [text, setText] = useState('')
  const query = text.trim().toLowerCase()
  // Selected packages stay visible whatever the search
  const shown = packages.filter(
    ({ id, name }) => selectedIds.includes(id) || name.toLowerCase().includes(query),
  )

  function toggle(id: string, isChecked: boolean) {
    onChange(isChecked ? [...selectedIds, id] : selectedIds.filter((selectedId) => selectedId !== id))
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{texts.legend}</legend>
      <Input
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <section
        aria-label={texts.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="mt-2 h-64 overflow-y-auto rounded-lg border"
      >
        {loading && <Skeleton className="m-3 h-10" />}
        {!loading && shown.length === 0 && <p className="p-4 text-ink-soft">{texts.none}</p>}
        <ul className="divide-y">
          {shown.map((item) => (
            <li key={item.id}>
              <Checkbox
                checked={selectedIds.includes(item.id)}
                disabled={fixedIds.includes(item.id)}
                onChange={(isChecked) => toggle(item.id, isChecked)}
                className="cursor-pointer px-3.5 py-1.5 hover:bg-sunken"
              >
                <span className="min-w-0 grow">{item.name}</span>
                <span className="shrink-0 font-semibold tabular-nums">{rupeesText(item.price)}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
      </section>
    </fieldset>
  )
}
