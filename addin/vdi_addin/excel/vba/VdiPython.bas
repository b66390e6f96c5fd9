Option Explicit
Option Private Module
' Asks Python, and turns its answer into what a cell shows: a number, or an error
' value whose message "Last error" shows. Never 0 and never blank for a failure.

Private Const UDF_MODULE As String = "vdi_addin.excel.udfs"

Private python As Object
Private pythonIsDown As Boolean
Private lastMessage As String

Public Function VdiCall(ByVal functionName As String, ByVal arguments As Variant) As Variant
    VdiCall = CVErr(xlErrNA)
#If Mac Then
    lastMessage = "Python functions work in Excel for Windows only. The native formulas work here too."
#Else
    If pythonIsDown Then Exit Function
    On Error GoTo NoPython
    If python Is Nothing Then StartPython
    On Error GoTo Failed
    VdiCall = Answer(python.CallUDF(UDF_MODULE, functionName, arguments))
    Exit Function
NoPython:
    ' Each try to start Python may take two minutes: try once, not once per cell.
    pythonIsDown = True
    lastMessage = "Python does not start: " & Err.Description
    Exit Function
Failed:
    ' Python may have ended: the next call connects again.
    Set python = Nothing
    lastMessage = functionName & ": " & Err.Description
#End If
End Function

#If Not Mac Then
Private Sub StartPython()
    If Not FileExists(GetConfigFilePath()) Then
        Err.Raise 53, , GetConfigFilePath() & " is missing. Run: vdi-sizing addin install"
    End If
    ' Keeps Python from importing what lies beside the workbook.
    WScript.Environment("PROCESS").Item("PYTHONSAFEPATH") = "1"
    Set python = XLPy()
End Sub
#End If

Public Sub VdiTryPythonAgain()
    Set python = Nothing
    pythonIsDown = False
    lastMessage = ""
End Sub

Public Function VdiLastMessage() As String
    VdiLastMessage = lastMessage
End Function

Private Function Answer(ByVal value As Variant) As Variant
    Dim r As Long, c As Long
    If Not IsArray(value) Then
        Answer = CellAnswer(value)
        Exit Function
    End If
    For r = LBound(value, 1) To UBound(value, 1)
        If HasColumns(value) Then
            For c = LBound(value, 2) To UBound(value, 2)
                value(r, c) = CellAnswer(value(r, c))
            Next c
        Else
            value(r) = CellAnswer(value(r))
        End If
    Next r
    Answer = value
End Function

Private Function HasColumns(ByVal value As Variant) As Boolean
    Dim last As Long
    On Error Resume Next
    last = UBound(value, 2)
    HasColumns = (Err.Number = 0)
End Function

Private Function CellAnswer(ByVal value As Variant) As Variant
    CellAnswer = value
    If VarType(value) <> vbString Then Exit Function
    If Left$(value, 5) = "#N/A " Then CellAnswer = CVErr(xlErrNA)
    If Left$(value, 6) = "#NUM! " Then CellAnswer = CVErr(xlErrNum)
    If IsError(CellAnswer) Then lastMessage = Mid$(value, InStr(value, " ") + 1)
End Function
