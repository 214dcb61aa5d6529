import { catalogueFileLimit, catalogueFileTexts } from '@jaanch/contracts/http/catalogue'
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
  async function take(file: File) {
    if (file.size > catalogueFileLimit) return toast.error(texts.refused, catalogueFileTexts.tooLarge)
    if (file.size === 0) return toast.error(texts.refused, texts.empty)
    try {
      onFile(await readForSending(file))
    } catch {
      toast.error(texts.refused, texts.unreadable)
    }
  }

  return (
    <FileDrop
      label={label}
      choose={texts.choose}
      orDrop={texts.orDrop}
      accepted={accepted}
      accept={accept}
      onPick={(file) => void take(file)}
    />
  )
}
