import { useEffect, useState } from 'react'
import { fetchFile } from './files'

/** @returns a URL of the file for an image, frame or link, revoked when the component is gone or shows another file */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(objectUrl)
    }
  }, [file])
  return url
}

/** Fetches a file with the token, for an image or a frame, which could only send the cookie. */
export function useFile(path: string): { url: string | undefined; failed: boolean } {
  const [file, setFile] = useState<Blob>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isShown = true
    setFile(undefined)
    setFailed(false)
    fetchFile(path).then(
      (blob) => isShown && setFile(blob),
      () => isShown && setFailed(true),
    )
    return () => {
      isShown = false
    }
  }, [path])
  return { url: useObjectUrl(file), failed }
}
