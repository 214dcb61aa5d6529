import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Named } from '@/ui/named'
import { SearchInput } from '@/ui/search-input'
import { isFound } from '../describe'
import { picker as texts } from './texts'

type Option = { code: string; name: string; synonyms: readonly string[] }

type CodePickerProps = {
  of: 'parameters' | 'tests'
  options: readonly Option[]
  /** Codes, in their order */
  value: readonly string[]
  error: string | undefined
  onChange: (codes: string[]) => void
}

/** So many are shown: who looks for another one types more of its name */
const mostFound = 8

const rowClass = 'flex min-h-11 items-center gap-3 rounded-lg border bg-surface py-1 pr-1 pl-3'
const buttonClass =
  'inline-flex min-h-10 shrink-0 items-center gap-1.5 rounded-lg px-3 font-semibold text-xs hover:bg-sunken [&_svg]:size-4'

/** Chooses parameters or tests of the catalogue by name, code or synonym. */
export function CodePicker({ of, options, value, error, onChange }: CodePickerProps) {
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const byCode = new Map(options.map((option) => [option.code, option]))
  const isSearching = query.trim() !== ''
  const found = isSearching
    ? options.filter((option) => !value.includes(option.code) && isFound(option, query.trim()))
    : []
  const shown = found.slice(0, mostFound)

  function choose(codes: string[]) {
    onChange(codes)
    // the button that was pressed is gone
    search.current?.focus()
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      {error && (
        <p role="alert" className="text-error text-xs">
          {error}
        </p>
      )}
      <SearchInput
        ref={search}
        aria-label={texts.search[of]}
        placeholder={texts.example}
        autoComplete="off"
        maxLength={100}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={(event) => {
          // the form is not sent by it: the first one that is found is added
          if (event.key !== 'Enter') return
          event.preventDefault()
          const [first] = found
          if (!first) return
          onChange([...value, first.code])
          setQuery('')
        }}
      />
      <p role="status" className="text-ink-soft text-xs tabular-nums">
        {isSearching ? texts.found(found.length, shown.length) : texts.count(value.length)}
      </p>
      {shown.length > 0 && (
        <ul aria-label={texts.results} className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          {shown.map(({ code, name }) => (
            <li key={code} className={rowClass}>
              <Label name={name} code={code} />
              <button
                type="button"
                className={`${buttonClass} text-brand-ink`}
                onClick={() => choose([...value, code])}
              >
                <Plus aria-hidden />
                <Named of={name}>{texts.add}</Named>
              </button>
            </li>
          ))}
        </ul>
      )}
      {value.length === 0 && !isSearching && <p className="text-ink-soft">{texts.noneChosen}</p>}
      {value.length > 0 && (
        <ul aria-label={texts.chosen[of]} className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          {value.map((code) => (
            <li key={code} className={`${rowClass} bg-sunken/50`}>
              <Label name={byCode.get(code)?.name ?? texts.unknown} code={code} />
              <button
                type="button"
                className={`${buttonClass} text-ink-soft`}
                onClick={() => choose(value.filter((one) => one !== code))}
              >
                <X aria-hidden />
                <Named of={byCode.get(code)?.name ?? code}>{texts.remove}</Named>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Label({ name, code }: { name: string; code: string }) {
  return (
    <span className="min-w-0 grow text-sm [overflow-wrap:anywhere]">
      {name} <span className="font-mono text-ink-soft text-xs">{code}</span>
    </span>
  )
}
