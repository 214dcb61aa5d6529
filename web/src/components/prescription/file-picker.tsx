import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { cn } from '@/lib/class-names'
import { acceptedTypes } from './prescription-file'
import { picker as texts } from './texts'

/** A place to drop a file on, or to press for the system's file dialog (on phones: with the camera). */
export function FilePicker({ onPick }: { onPick: (file: File) => void }) {
  const [over, setOver] = useState(false)
  return (
    <label
      className={cn(
        'grid cursor-pointer place-items-center rounded-xl border-2 border-line-strong/60 border-dashed bg-canvas px-6 py-10 text-center transition-colors hover:border-brand has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2',
        over && 'border-brand bg-brand-soft',
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
      <span className="grid size-12 place-items-center rounded-full bg-brand-soft text-brand-ink">
        <FileUp className="size-6" aria-hidden />
      </span>
      <span className="mt-3 font-semibold">
        {texts.choose}
        <span className="max-sm:hidden"> {texts.orDrop}</span>
      </span>
      <span className="mt-0.5 text-ink-soft text-xs">{texts.accepted}</span>
      <input
        type="file"
        accept={acceptedTypes}
        aria-label={texts.label}
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
