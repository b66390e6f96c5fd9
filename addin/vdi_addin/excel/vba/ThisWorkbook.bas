Option Explicit
' Excel takes the help of functions only while a workbook is open, and opens add-ins before any.

Private WithEvents excelItself As Application
Private described As Boolean

Private Sub Workbook_Open()
    Set excelItself = Application
End Sub

Private Sub excelItself_WorkbookActivate(ByVal activated As Workbook)
    If described Then Exit Sub
    described = True
    VdiDescribeFunctions
End Sub
