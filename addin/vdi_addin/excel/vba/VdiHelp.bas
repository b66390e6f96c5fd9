Option Explicit
Option Private Module
' Tells Excel's function wizard what each function and each argument means: row by row of the sheet Functions.

Public Sub VdiDescribeFunctions()
    Dim row As Long, sheet As Worksheet
    Set sheet = ThisWorkbook.Worksheets("Functions")
    ' A function works without its help too.
    On Error Resume Next
    For row = 1 To sheet.UsedRange.Rows.Count
        DescribeFunction sheet, row
    Next row
    ThisWorkbook.Saved = True
End Sub

Private Sub DescribeFunction(ByVal sheet As Worksheet, ByVal row As Long)
    Dim texts() As String, count As Long, i As Long
    count = sheet.Cells(row, 3).Value
    If count = 0 Then
        Application.MacroOptions Macro:=sheet.Cells(row, 1).Value, Description:=sheet.Cells(row, 2).Value, Category:="VDI sizing"
        Exit Sub
    End If
    ReDim texts(1 To count)
    For i = 1 To count
        texts(i) = sheet.Cells(row, 3 + i).Value
    Next i
    Application.MacroOptions Macro:=sheet.Cells(row, 1).Value, Description:=sheet.Cells(row, 2).Value, Category:="VDI sizing", ArgumentDescriptions:=texts
End Sub
