Option Explicit
' The buttons of the ribbon tab "VDI sizing".

Private Const TITLE As String = "VDI sizing"

Public Sub VdiCompare(control As IRibbonControl)
    Dim result As Variant
    If ActiveWorkbook Is Nothing Then Exit Sub
    If ActiveWorkbook.Path = "" Or InStr(ActiveWorkbook.FullName, "://") > 0 Then
        MsgBox "Save the workbook in a folder of this computer first.", vbInformation, TITLE
        Exit Sub
    End If
    If Not ActiveWorkbook.Saved Then
        MsgBox "Save the workbook first: the comparison reads the saved file.", vbInformation, TITLE
        Exit Sub
    End If
    On Error GoTo Failed
    result = VdiCall("compare_workbook", Array(ActiveWorkbook.FullName))
    If IsError(result) Then
        MsgBox VdiLastMessage(), vbExclamation, TITLE
    Else
        Workbooks.Open CStr(result)
    End If
    Exit Sub
Failed:
    MsgBox Err.Description, vbExclamation, TITLE
End Sub

Public Sub VdiLastError(control As IRibbonControl)
    Dim message As String
    message = VdiLastMessage()
    If message = "" Then message = "No error so far."
    MsgBox message, vbInformation, TITLE
End Sub

Public Sub VdiRestartPython(control As IRibbonControl)
    On Error GoTo Failed
    VdiTryPythonAgain
#If Not Mac Then
    EndPython
#End If
    ' The user's own cells come back too, on whatever sheet they stand.
    If Not ActiveWorkbook Is Nothing Then EnterWorkbookAgain ActiveWorkbook
    Application.CalculateFull
    If VdiLastMessage() <> "" Then MsgBox VdiLastMessage(), vbExclamation, TITLE
    Exit Sub
Failed:
    MsgBox Err.Description, vbExclamation, TITLE
End Sub

Public Sub EnterWorkbookAgain(ByVal book As Object)
    Dim sheet As Object
    For Each sheet In book.Worksheets
        EnterSheetAgain sheet
    Next sheet
End Sub

Public Sub EnterSheetAgain(ByVal sheet As Object)
    ' A formula that was loaded before the add-in finds its function only when it is entered again.
    Dim wasProtected As Boolean, number As Long, reason As String
    wasProtected = sheet.ProtectContents
    On Error GoTo Failed
    If wasProtected Then sheet.Unprotect
    EnterCellsAgain sheet.UsedRange.Cells
    If wasProtected Then sheet.Protect
    Exit Sub
Failed:
    number = Err.Number
    reason = sheet.Name & ": " & Err.Description
    On Error Resume Next
    If wasProtected And Not sheet.ProtectContents Then sheet.Protect
    On Error GoTo 0
    Err.Raise number, , reason
End Sub

Private Sub EnterCellsAgain(ByVal cells As Object)
    Dim cell As Object
    For Each cell In cells
        If cell.HasFormula Then
            If InStr(1, cell.Formula, "VDI_", vbTextCompare) > 0 Then
                If Not cell.HasArray Then
                    cell.Formula = WithoutPath(cell.Formula)
                ElseIf cell.Address = cell.CurrentArray.Cells(1, 1).Address Then
                    cell.CurrentArray.FormulaArray = WithoutPath(cell.Formula)
                End If
            End If
        End If
    Next cell
End Sub

Private Function WithoutPath(ByVal formula As String) As String
    ' Saving may have put the add-in's path before the function: 'C:\folder\vdi_sizing.xlam'!VDI_X(...)
    Dim first As Long, last As Long
    Dim marker As String
    marker = ThisWorkbook.Name & "'!"
    WithoutPath = formula
    last = InStr(1, WithoutPath, marker, vbTextCompare)
    Do While last > 1
        first = InStrRev(WithoutPath, "'", last - 1)
        If first = 0 Then Exit Do
        WithoutPath = Left$(WithoutPath, first - 1) & Mid$(WithoutPath, last + Len(marker))
        last = InStr(1, WithoutPath, marker, vbTextCompare)
    Loop
    WithoutPath = Replace(WithoutPath, ThisWorkbook.Name & "!", "", 1, -1, vbTextCompare)
End Function
