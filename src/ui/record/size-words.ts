/** Returns a text such as '812 KB'. */
export const sizeWords = (bytes: number) =>
  bytes < 1024 * 1024
    ? `${Math.max(Math.min(bytes, 1), Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
