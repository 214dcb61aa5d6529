import { catalogueFileLimit, catalogueFileTexts } from '@jaanch/contracts/http/catalogue'
import { useCommand } from '@/components/use-command'
import { readForSending, type SentFile } from '@/lib/resources/catalogue'
import { FileDrop } from '@/ui/file-drop'
import { toast } from '@/ui/toast-store'
import { fileChoice as texts } from './texts'

type FileChoiceProps = {
  label: string
  accepted: string
  /** Endings and types, as of an input */
  accept: string
  onFile: (file: SentFile) => void
}

/** Takes a spreadsheet and reads it. One that is too large or empty is refused here. */
export function FileChoice({ label, accepted, accept, onFile }: FileChoiceProps) {
  const { run } = useCommand({
    send: readForSending,
    done: onFile,
    failed: texts.refused,
    fallback: texts.unreadable,
    isRepeatable: false,
  })

  function take(file: File) {
    if (file.size > catalogueFileLimit) toast.error(texts.refused, catalogueFileTexts.tooLarge)
    else if (file.size === 0) toast.error(texts.refused, texts.empty)
    else void run(file)
  }

  return (
    <FileDrop
      label={label}
      choose={texts.choose}
      orDrop={texts.orDrop}
      accepted={accepted}
      accept={accept}
      onPick={take}
    />
  )
}
