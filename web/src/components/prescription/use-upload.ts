import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { useEffect, useRef, useState } from 'react'
import { readDataUrl } from '@/lib/files'
import { UploadCancelled } from '@/lib/http/upload'
import { uploadPrescription } from '@/lib/resources/prescriptions'

export function useUpload() {
  /** 0 to 1; undefined if there is no upload */
  const [share, setShare] = useState<number>()
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])

  /** @returns the prescription; undefined after `cancel` @throws the error of the upload */
  async function send(file: File, notes: string): Promise<PrescriptionView | undefined> {
    let isCancelled = false
    cancel.current = () => {
      isCancelled = true
    }
    setShare(0)
    try {
      const fileUrl = await readDataUrl(file)
      if (isCancelled) return undefined
      const body = { fileUrl, originalFileName: file.name, notes: notes.trim() || null }
      return await uploadPrescription(body, setShare, (upload) => {
        cancel.current = upload.cancel
      })
    } catch (error) {
      if (error instanceof UploadCancelled) return undefined
      throw error
    } finally {
      cancel.current = () => {}
      setShare(undefined)
    }
  }

  return { share, send, cancel: () => cancel.current() }
}
