import '../../../../../islands/in-place.ts'
