import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { cn } from '@/lib/class-names'
import { IconSpot } from './icon-spot'

type FileDropProps = {
  /** The label of the input, for screen readers */
  label: string
  choose: string
  orDrop: string
  /** Which files, below */
  accepted: string
  /** Types, as of an input */
  accept: string
  onPick: (file: File) => void
  className?: string
}

/** Takes a file: by a press, by keyboard, or dropped on it. */
export function FileDrop({ label, choose, orDrop, accepted, accept, onPick, className }: FileDropProps) {
  const [over, setOver] = useState(false)
  return (
    <label
      className={cn(
        'grid cursor-pointer place-items-center rounded-xl border-2 border-line-strong/60 border-dashed bg-canvas px-6 py-10 text-center transition-colors hover:border-brand has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2',
        over && 'border-brand bg-brand-soft',
        className,
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file) onPick(file)
      }}
    >
      <IconSpot icon={FileUp} className="size-12 rounded-full bg-brand-soft text-brand-ink" />
      <span className="mt-3 font-semibold">
        {choose}
        <span className="max-sm:hidden"> {orDrop}</span>
      </span>
      <span className="mt-0.5 text-ink-soft text-xs">{accepted}</span>
      <input
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Emptied, so that the same file can be selected again after it was rejected
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
    </label>
  )
}
