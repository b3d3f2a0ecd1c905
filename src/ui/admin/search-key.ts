const off = 'search-key-off'

/** `/` leads to the search unless this browser switched it off, for people who speak instead of typing. */
export function isSearchKeyOn(): boolean {
  try {
    return localStorage.getItem(off) === null
  } catch {
    // storage may be closed to us
    return true
  }
}

export function switchSearchKey(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(off)
    else localStorage.setItem(off, 'yes')
  } catch {
    // storage may be closed to us
  }
}
